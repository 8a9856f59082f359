// The checker for Python: a program and its launches; findings come out as JSON.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "check/checker.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lanewise::check {

void bind(nb::module_& m) {
    nb::class_<Launched>(m, "CheckedLaunch")
        .def("end", [](Launched& self, const Gm& gm) { self.end(gm); }, "gm"_a);
    nb::class_<Program>(m, "Checker")
        .def("__init__", [](Program* self, const std::string& what) { new (self) Program(wanted_of(what)); }, "what"_a)
        .def("launch", [](Program& self, std::uint32_t number, std::uint32_t blocks) { return new Launched(self, number, blocks); },
             "number"_a, "blocks"_a, nb::rv_policy::take_ownership, nb::keep_alive<0, 1>())
        .def("taken", [](Program& self, const Gm& gm, std::uint64_t first, std::uint64_t count, std::uint64_t place) {
            self.garbage.taken(self.findings, first, count, place, gm);
        }, "gm"_a, "first"_a, "bytes"_a, "place"_a)
        .def("findings", [](Program& self) {
            std::vector<std::string> out;
            for (const Finding& found : self.take()) out.push_back(json(found));
            return out;
        });
}

}  // namespace lanewise::check
