// What the files of the Python module offer to the one that makes it.
#pragma once

#include <nanobind/nanobind.h>

namespace lanewise::aie {

void bind(nanobind::module_& parent);

}  // namespace lanewise::aie

namespace lanewise::timing {

void bind(nanobind::module_& parent);

}  // namespace lanewise::timing

namespace lanewise::check {
void bind(nanobind::module_& m);
}  // namespace lanewise::check
