// The Python face of the engine. One call per instruction; tensors cross as small objects, never as arrays.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <unordered_map>

#include "errors.hpp"
#include "bindings.hpp"
#include "check/checker.hpp"
#include "kernels/kernels.hpp"
#include "lanewise/shared/arithmetic.h"
#include "machine/chips.hpp"
#include "machine/core.hpp"
#include "machine/fault.hpp"
#include "machine/exception_text.hpp"
#include "numerics/convert.hpp"
#include "schedule/schedule.hpp"
#include "tables.hpp"
#include "trace/accesses.hpp"
#include "trace/history.hpp"
#include "trace/trace.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lanewise {
namespace {

using ByteArray = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ConstByteArray = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Counters = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct Tensor {
    std::uint64_t address;
    std::int64_t length;  // elements
    std::uint8_t code;    // element type
    std::uint8_t space;
    bool is_trait;  // a TensorTrait tensor
    std::uint8_t around;  // L2: trait_read_around, trait_write_around
};

nb::object error_of(const Fault& fault) {
    nb::dict fields;
    for (const auto& [key, value] : fault.fields) fields[key.c_str()] = value;
    nb::object error = nb::module_::import_("lanewise.errors").attr("LanewiseError")(fault.id, **fields);
    if (fault.place) error.attr("where") = nb::module_::import_("lanewise.machine.trace").attr("decode_place")(fault.place);
    return error;
}

void set_error(const Fault& fault) {
    const nb::object error = error_of(fault);
    PyErr_SetObject(error.type().ptr(), error.ptr());
}

// A broken rule is an exception, and so is what else the engine throws.
void set_error(const std::exception_ptr& exception, void*) {
    const Thrown thrown = said_by(exception);
    switch (thrown.kind) {
        case Thrown::Kind::broken_rule: return set_error(*thrown.fault);
        case Thrown::Kind::no_memory: return PyErr_SetString(PyExc_MemoryError, thrown.text.c_str());
        case Thrown::Kind::wrong_value: return PyErr_SetString(PyExc_ValueError, thrown.text.c_str());
        case Thrown::Kind::failure: return PyErr_SetString(PyExc_RuntimeError, thrown.text.c_str());
        case Thrown::Kind::stranger: std::rethrow_exception(exception);  // of this file
    }
}

// The number of a source file, or -1 for files of this package. Code objects are kept, so that a cached one stays itself.
int file_number(PyCodeObject* code) {
    static auto& known = *new std::unordered_map<PyCodeObject*, int>();
    if (auto found = known.find(code); found != known.end()) return found->second;
    nb::object name = nb::borrow(reinterpret_cast<PyObject*>(code)).attr("co_filename");
    const int number = nb::cast<int>(nb::module_::import_("lanewise.machine.trace").attr("file_number")(name));
    Py_INCREF(code);
    return known[code] = number;
}

// File number and line of the nearest caller outside this package.
std::pair<std::uint32_t, std::uint32_t> user_line() {
    PyFrameObject* frame = PyEval_GetFrame();
    Py_XINCREF(frame);
    std::pair<std::uint32_t, std::uint32_t> place{0, 0};
    while (frame) {
        PyCodeObject* code = PyFrame_GetCode(frame);
        const int number = file_number(code);
        Py_DECREF(code);
        if (number >= 0) {
            place = {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(PyFrame_GetLineNumber(frame))};
            Py_DECREF(frame);
            break;
        }
        PyFrameObject* caller = PyFrame_GetBack(frame);
        Py_DECREF(frame);
        frame = caller;
    }
    return place;
}

// A chip that cores may be made of from now on, by its name.
void know(const std::string& name, const std::string& instructions, const std::string& timing, const std::string& product,
          const std::vector<std::uint64_t>& numbers) {
    know_chip({name.c_str(), instructions.c_str(), timing.c_str(), product.c_str(), numbers.data(), numbers.size()});
}

class PyCore {
  public:
    // `memories`: those of its kind of core, by Space.
    PyCore(const std::string& chip, const std::map<int, ByteArray>& memories, ByteArray state, Counters issued, Gm& gm, bool strict, int block,
           std::uint16_t number, std::uint8_t kind)
        : memories_(memories), state_(state), issued_(issued) {
        const Rules* rules = find_chip(chip.c_str());
        if (!rules) throw std::invalid_argument("no such chip: " + chip);
        if (state.size() != sizeof(State) || kind >= std::size(core_kinds) ||
            issued.size() != static_cast<std::size_t>(instruction_count) + 1)
            throw std::invalid_argument("the engine was built from other records; install again");
        core_.rules = rules;
        core_.chip_bit = rules->bit;
        become(core_, kind);
        for (const auto& [space, bytes] : memories) {
            const auto here = static_cast<Space>(space);
            const std::uint64_t one = on_core(here) ? rules->sizes[space] : 0;
            if (one && !core_kinds[kind].has(here) && (bytes.size() == one || bytes.size() == 2 * one)) {  // lent by others of its group
                lend(core_, here, static_cast<std::uint32_t>(one), bytes.data(), bytes.data() + one, bytes.size() == 2 * one);
                continue;
            }
            if (!one || bytes.size() != one) throw std::invalid_argument("the chip has no such memory");
            core_.memories[space].bytes = bytes.data();
            core_.memories[space].size = static_cast<std::uint32_t>(bytes.size());
        }
        core_.state = reinterpret_cast<State*>(state.data());
        core_.issued = issued.data();
        core_.gm = &gm;
        core_.strict = strict;
        core_.block = static_cast<std::uint16_t>(block);
        core_.number = number;
        core_.level = &chosen_level();
        core_.recent.resize(instruction_count + 1, nullptr);
        core_.plans.resize((instruction_count + 1) * plans_of_opcode);
    }

    // Other cores of its group reach a memory, too: where it begins among all such memories.
    void link(int space, std::uint64_t at) { core_.memories[space].link = at; }

    // Who listens: what is issued is kept, and what it touches.
    void listen(bool records, bool accesses) {
        records_ = records;
        observed_ = accesses;
        listeners_ = {};
        if (records) listeners_.add(&trace_);
        if (accesses) listeners_.add(&accesses_);
        if (check_) listeners_.add(check_.get());
        if (history_) listeners_.add(history_.get());
        if (schedule_) listeners_.add(schedule_.get());
        lanewise::listen(core_, listeners_.empty() ? nullptr : &listeners_);
    }
    void check(check::Launched& launch) {
        check::Memories memories;
        for (const auto& [space, bytes] : memories_) memories.start[space] = bytes.data();
        check_ = std::make_unique<check::BlockCheck>(launch, Requests(core_), memories);
        core_.watched = core_.checked = true;
        if (!core_.strict) core_.tolerate = check::tell_broken_or_throw;
        listen(records_, observed_);
    }
    void end_check() { check_->end(); }
    void refuse_overlap() { core_.watched = true; }
    // Rules that do not end such a run are told to `warn`, and the program goes on.
    void go_on(nb::object warn, int mode) {
        core_.tolerate = keeping(static_cast<Mode>(mode));
        warn_ = std::move(warn);
    }

    // When what is issued happens; `salt`: blocks of a seed go different ways.
    void schedule(const std::string& text, std::uint64_t salt) {
        const auto plan = schedule::plan_of(text);
        if (!plan) throw std::invalid_argument("no such schedule: " + text);
        if (plan->in_program_order()) return;
        schedule_ = std::make_unique<schedule::Schedule>(core_, vector_memory(), *plan, salt, schedule::Schedule::Registers::seen);
        core_.schedule = schedule_.get();
        listen(records_, observed_);
    }
    // Everything that was issued has happened.
    void settle() {
        if (schedule_) schedule_->settle();
    }

    // Arguments as lanewise.machine.definition.issue takes them after the core; trailing ones may be left out.
    void issue(PyObject* const* args, Py_ssize_t given) {
        if (given < 4 || given > 9) throw std::invalid_argument("issue takes 4 to 9 arguments");
        Counted call;
        const bool is_counted = given == 6 && call.read(args);
        if (is_counted && issue_counted(core_, call.shape, call.scalar, call.count, call.at)) return;
        issue_record(args, given);
        if (is_counted) remember(core_, call.shape);
    }

    void run_thread(std::uint16_t number) { core_.thread = number; }

    // The kernel's own code reads or writes one element.
    void touch(int space, std::uint64_t address, std::uint32_t bytes, bool write, bool atomic) {
        if (schedule_) schedule_->scalar(static_cast<Space>(space), address);
        if (!core_.listener || !core_.listener->hears_accesses()) return;
        const auto [file, line] = user_line();
        core_.listener->access({address, core_.sequence, std::uint64_t{file} << 32 | line, nullptr, bytes, core_.block,
                                static_cast<std::uint8_t>(space), scalar_pipe, write, atomic, false, core_.thread});
    }

    // Who holds which bytes of the vector memory from now on.
    void hold(std::uint32_t op, std::uint64_t first, std::uint64_t bytes) { core_.vector_memory().held.step(static_cast<Opcode>(op), first, bytes); }
    void place(std::uint64_t first, std::uint64_t bytes) { core_.vector_memory().held.place(first, bytes); }

    // A step that is no instruction: the listener hears it, and nothing else happens.
    void tell(std::uint32_t op, const std::vector<std::int64_t>& params) {
        if (op == 0 || op > static_cast<std::uint32_t>(instruction_count)) throw std::invalid_argument("no such opcode");
        if (!core_.listener) return;
        find_place();
        Record record = step_record(static_cast<Opcode>(op), params.size());
        announce(core_, record, params.data());
    }

    // What everything holds is kept from now on; `gm`: the buffers that there are.
    void keep_history(const std::map<std::uint64_t, ByteArray>& gm) {
        const std::uint8_t* memories[memory_count] = {};
        for (const auto& [space, bytes] : memories_)
            if (!core_.lends(static_cast<Space>(space))) memories[space] = bytes.data();
        const auto in_gm = [gm](std::uint64_t address, std::uint64_t bytes) -> const std::uint8_t* {
            auto at = gm.upper_bound(address);
            if (at == gm.begin()) return nullptr;
            --at;
            const std::uint64_t offset = address - at->first;
            return offset + bytes <= at->second.size() ? at->second.data() + offset : nullptr;
        };
        history_ = std::make_unique<History>(core_, memories, in_gm);
        listen(records_, observed_);
    }
    nb::tuple take_history() {
        history_->settle();
        const nb::tuple taken = nb::make_tuple(copy(history_->steps), copy(history_->payload), copy(history_->states), copy(history_->touches), copy(history_->data));
        history_->clear();
        return taken;
    }
    // An instruction as a record says it, of any front, on other global memory.
    void again(Gm& gm, const nb::bytes& record, const nb::bytes& payload) {
        if (record.size() != sizeof(Record)) throw std::invalid_argument("a record is needed here");
        Record issued;
        std::memcpy(&issued, record.c_str(), sizeof issued);
        if (!issued.opcode || issued.opcode > instruction_count || issued.payload_count * sizeof(std::int64_t) != payload.size()) throw std::invalid_argument("no such record");
        std::vector<std::int64_t> params(issued.payload_count);
        if (!params.empty()) std::memcpy(params.data(), payload.c_str(), payload.size());
        struct Other {
            Core& core;
            Gm* const was;
            ~Other() { core.gm = was, take_kept(); }
        } other{core_, core_.gm};
        core_.gm = &gm;
        lanewise::issue(core_, issued, params.data());
    }

    nb::tuple records() const { return nb::make_tuple(copy(trace_.records), copy(trace_.payload)); }
    auto take_accesses() {
        const std::vector<AccessRow> rows = std::move(accesses_.rows);
        accesses_.rows = {};
        return copy(rows);
    }

  private:
    // Null: this kind of core has none.
    std::uint8_t* vector_memory() const {
        const auto found = memories_.find(static_cast<int>(Space::vector));
        return found == memories_.end() || core_.lends(Space::vector) ? nullptr : found->second.data();
    }

    // A call by a count on tensors in the vector memory, of which nothing is looked at again that its types have decided before.
    struct Counted {
        Shape shape;
        std::uint64_t scalar = 0, at[shape_operands] = {};
        std::int64_t count;

        // False: the call is another one, or wrong.
        bool read(PyObject* const* args) {
            constexpr std::uint64_t most_flags = 1u << (shape_overload_at - shape_flags_at);
            const auto op = static_cast<std::uint64_t>(integer(args[0])), flags = static_cast<std::uint64_t>(integer(args[2]));
            PyObject *const tensors = args[3], *const scalars = args[4];
            if (op - 1 >= static_cast<std::uint64_t>(instruction_count) || integer(args[1]) || flags >= most_flags || !PyTuple_Check(tensors) ||
                !PyTuple_Check(scalars) || PyTuple_GET_SIZE(scalars) > 1 || !PyLong_Check(args[5]))
                return false;
            const Py_ssize_t operands = PyTuple_GET_SIZE(tensors);
            if (operands > shape_operands || operands != instructions[op].operand_count) return false;
            shape = lanewise::shape(static_cast<Opcode>(op), Overload::COUNT, static_cast<std::uint32_t>(flags));
            for (Py_ssize_t i = 0; i < operands; ++i) {
                const Tensor& t = tensor_of(PyTuple_GET_ITEM(tensors, i));
                if (t.space != static_cast<std::uint8_t>(Space::vector) || t.is_trait || t.address > UINT32_MAX) return false;
                shape |= Shape{t.code} << (shape_types_at + 8 * i);
                at[i] = t.address | std::uint64_t{extent(t)} << 32;
            }
            if (PyTuple_GET_SIZE(scalars)) scalar = static_cast<std::uint64_t>(integer(PyTuple_GET_ITEM(scalars, 0)));
            count = integer(args[5]);
            return true;
        }
    };

    static std::uint32_t extent(const Tensor& t) {
        const std::int64_t bytes = t.length < 0 ? 0 : t.length * dtype_bits[t.code] / 8;
        return bytes > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(bytes);
    }

    void issue_record(PyObject* const* args, Py_ssize_t given) {
        auto argument = [&](Py_ssize_t i) { return i < given ? args[i] : Py_None; };
        Record record;
        const auto op = static_cast<std::uint32_t>(integer(args[0]));
        if (op == 0 || op > static_cast<std::uint32_t>(instruction_count)) throw std::invalid_argument("no such opcode");
        record.opcode = static_cast<std::uint16_t>(op);
        record.overload = static_cast<std::uint8_t>(integer(args[1])) & 3;
        record.flags = static_cast<std::uint32_t>(integer(args[2]));
        // Out of every field either way: a repeat that does not fit 32 bits becomes a negative one.
        const std::int64_t repeat = given > 6 ? integer(args[6]) : 1;
        record.repeat = static_cast<std::uint32_t>(repeat > INT32_MAX || repeat < INT32_MIN ? INT32_MIN : repeat);
        PyObject* tensors = args[3];
        const Py_ssize_t count = tuple_size(tensors);
        if (count > max_operands || count < instructions[op].operand_count) throw std::invalid_argument("wrong number of operands");
        for (Py_ssize_t i = 0; i < count; ++i) {
            const Tensor& t = tensor_of(PyTuple_GET_ITEM(tensors, i));
            Operand& o = record.operands[i];
            o.address = t.address;
            o.extent = extent(t);
            o.block_stride = 1;
            o.repeat_stride = 0;
            o.dtype = t.code;
            o.space = t.space;
            o.role = 0;
            o.trait = static_cast<std::uint8_t>((t.is_trait ? trait_tensor : 0) | t.around);
        }
        for (Py_ssize_t i = count; i < max_operands; ++i) record.operands[i] = {};
        if (argument(7) != Py_None) read_strides(record, argument(7), instructions[op].operand_count);
        read_mask(record, given > 5 ? args[5] : nullptr);
        record.scalars[0] = record.scalars[1] = 0;
        if (argument(4) != Py_None)
            for (Py_ssize_t i = 0, n = tuple_size(args[4]); i < n && i < 2; ++i)
                record.scalars[i] = static_cast<std::uint64_t>(integer(PyTuple_GET_ITEM(args[4], i)));
        std::int64_t payload[96];  // a slice copy of 8 dimensions has 81
        record.payload_count = 0;
        if (argument(8) != Py_None) {
            const Py_ssize_t n = tuple_size(args[8]);
            if (n > static_cast<Py_ssize_t>(std::size(payload))) throw std::invalid_argument("too many parameters");
            for (Py_ssize_t i = 0; i < n; ++i) payload[record.payload_count++] = integer(PyTuple_GET_ITEM(args[8], i));
        }
        record.mask_mode = 0;
        record.operand_count = 0;
        if (core_.listener) find_place();
        lanewise::issue(core_, record, payload);
        if (warn_)
            for (const Fault& fault : take_kept()) warn_(error_of(fault));
    }

    void find_place() {
        const auto [file, line] = user_line();
        core_.place = std::uint64_t{file} << 32 | line;
    }

    template <class T>
    static nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>> copy(const std::vector<T>& items) {
        const std::size_t bytes = items.size() * sizeof(T);
        auto* memory = new std::uint8_t[bytes ? bytes : 1];
        if (bytes) std::memcpy(memory, items.data(), bytes);
        nb::capsule owner(memory, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
        return {memory, {bytes}, owner};
    }

    // Words and parameters may use all 64 bits, signed or not.
    static std::int64_t integer(PyObject* value) {
        const auto number = static_cast<std::int64_t>(PyLong_AsUnsignedLongLongMask(value));
        if (number == -1 && PyErr_Occurred()) throw nb::python_error();
        return number;
    }

    static Py_ssize_t tuple_size(PyObject* value) {
        if (!PyTuple_Check(value)) throw std::invalid_argument("a tuple is needed here");
        return PyTuple_GET_SIZE(value);
    }

    static const Tensor& tensor_of(PyObject* value) {
        static PyTypeObject* const base = reinterpret_cast<PyTypeObject*>(nb::type<Tensor>().ptr());
        static PyTypeObject* usual = nullptr;  // the first kind that came: asking for its bases takes longer
        if (Py_TYPE(value) != usual) {
            if (!PyObject_TypeCheck(value, base)) throw std::invalid_argument("an operand is not a tensor");
            if (!usual) usual = reinterpret_cast<PyTypeObject*>(Py_NewRef(reinterpret_cast<PyObject*>(Py_TYPE(value))));
        }
        return *nb::inst_ptr<Tensor>(value);
    }

    static void read_strides(Record& record, PyObject* strides, int operands) {
        if (tuple_size(strides) != 2 * operands) throw std::invalid_argument("wrong number of strides");
        auto field = [&](int i) {
            const std::int64_t value = integer(PyTuple_GET_ITEM(strides, i));
            return static_cast<std::int32_t>(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value);
        };
        for (int i = 0; i < operands; ++i) {
            record.operands[i].block_stride = field(i);
            record.operands[i].repeat_stride = field(operands + i);
        }
    }

    static void read_mask(Record& record, PyObject* mask) {
        for (auto& word : record.mask) word = 0;
        if (!mask || PyLong_Check(mask)) {
            record.mask[0] = mask ? static_cast<std::uint64_t>(integer(mask)) : 0;
            return;
        }
        std::size_t i = 0;
        for (nb::handle word : nb::handle(mask))
            if (i < 4) record.mask[i++] = static_cast<std::uint64_t>(integer(word.ptr()));
    }

    std::map<int, ByteArray> memories_;
    ByteArray state_;
    Counters issued_;
    Trace trace_;
    Accesses accesses_;
    Listeners listeners_;
    std::unique_ptr<check::BlockCheck> check_;
    std::unique_ptr<History> history_;
    std::unique_ptr<schedule::Schedule> schedule_;
    bool records_ = false, observed_ = false;
    nb::object warn_;  // what hears of broken rules on a core that goes on
    Core core_{};
};

// One instruction from Python. A plain C function: for a 256-byte instruction the call is most of the cost.
PyObject* issue_call(PyObject* self, PyObject* const* args, Py_ssize_t given) {
    const DefaultArithmetic arithmetic;
    try {
        nb::inst_ptr<PyCore>(self)->issue(args, given);
    } catch (nb::python_error& error) {
        error.restore();
        return nullptr;
    } catch (const std::invalid_argument& error) {  // what was given is none of a call
        PyErr_SetString(PyExc_TypeError, error.what());
        return nullptr;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    } catch (...) {
        set_error(std::current_exception(), nullptr);
        return nullptr;
    }
    Py_RETURN_NONE;
}

PyMethodDef issue_method = {"issue", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(issue_call)), METH_FASTCALL,
                            "issue(op, overload, flags, tensors, scalars, mask, repeat, strides, params)"};

void convert_array(int from, int to, int mode, bool saturate, ByteArray source, ByteArray target, bool keep_nan) {
    const std::size_t in = dtype_bits[from] < 8 ? 1 : dtype_bits[from] / 8, out = dtype_bits[to] < 8 ? 1 : dtype_bits[to] / 8;
    if (source.size() / in * out != target.size()) throw std::invalid_argument("the arrays differ in length");
    const DefaultArithmetic arithmetic;
    convert(static_cast<DType>(from), static_cast<DType>(to), static_cast<RoundMode>(mode), saturate, keep_nan, source.data(),
            target.data(), source.size() / in);
}

}  // namespace

NB_MODULE(_engine, m) {
    nb::register_exception_translator(set_error);
    nb::set_leak_warnings(false);  // cores kept in globals until exit are not a mistake
    aie::bind(m);
    timing::bind(m);
    check::bind(m);

    nb::class_<Tensor>(m, "Tensor")
        .def("__init__",
             [](Tensor* self, std::uint64_t address, std::int64_t length, std::uint8_t code, std::uint8_t space, bool is_trait) {
                 new (self) Tensor{address, length, code, space, is_trait, 0};
             })
        .def_rw("address", &Tensor::address)
        .def_rw("length", &Tensor::length)
        .def_rw("code", &Tensor::code)
        .def_rw("space", &Tensor::space)
        .def_rw("is_trait", &Tensor::is_trait)
        .def_rw("around", &Tensor::around);

    nb::class_<Gm>(m, "Gm")
        .def(nb::init<>())
        .def("add", [](Gm& gm, std::uint64_t address, std::uint64_t size, std::uint64_t spare, std::uint64_t total, ByteArray data, std::string name) {
                 gm.add(address, size, spare, total, data.data(), std::move(name));
             },
             nb::keep_alive<1, 6>())
        .def("borrow", [](Gm& gm, std::uint64_t address, std::uint64_t size, std::uint64_t spare, std::uint64_t total, ConstByteArray data, std::uint8_t guard,
                          std::string name) {
                 gm.borrow(address, size, spare, total, data.data(), guard, std::move(name));
             },
             nb::keep_alive<1, 6>())
        .def("own", [](nb::handle self, std::uint64_t address, std::size_t total) {
            return nb::ndarray<nb::numpy, std::uint8_t>(nb::cast<Gm&>(self).own(address), {total}, self);
        })
        .def("borrows", &Gm::borrows)
        .def("give_back", [](Gm& gm, std::uint64_t address, ByteArray array) { gm.give_back(address, array.data()); })
        .def("overruns", [](const Gm& gm) {
            nb::list out;
            for (const Overrun& o : gm.overruns())
                out.append(nb::make_tuple(instructions[o.opcode].name, instructions[o.opcode].operands[o.operand], o.buffer, o.first, o.last));
            return out;
        });

    nb::class_<PyCore>(m, "Core")
        .def(nb::init<const std::string&, const std::map<int, ByteArray>&, ByteArray, Counters, Gm&, bool, int, std::uint16_t, std::uint8_t>(), nb::keep_alive<1, 6>())
        .def("tell", &PyCore::tell, "op"_a, "params"_a)
        .def("listen", &PyCore::listen, "records"_a, "accesses"_a)
        .def("check", &PyCore::check, "launch"_a, nb::keep_alive<1, 2>())
        .def("link", &PyCore::link)
        .def("end_check", &PyCore::end_check)
        .def("schedule", &PyCore::schedule, "text"_a, "salt"_a)
        .def("settle", &PyCore::settle)
        .def("refuse_overlap", &PyCore::refuse_overlap)
        .def("hold", &PyCore::hold)
        .def("place", &PyCore::place)
        .def("go_on", &PyCore::go_on)
        .def("run_thread", &PyCore::run_thread, "number"_a)
        .def("touch", &PyCore::touch, "space"_a, "address"_a, "bytes"_a, "write"_a, "atomic"_a)
        .def("keep_history", &PyCore::keep_history, "gm"_a)
        .def("take_history", &PyCore::take_history)
        .def("again", &PyCore::again, "gm"_a, "record"_a, "payload"_a)
        .def("records", &PyCore::records)
        .def("take_accesses", &PyCore::take_accesses)
        .def_prop_ro("issue", [](nb::handle self) { return nb::steal(PyCFunction_New(&issue_method, self.ptr())); });

    m.def("convert", &convert_array, "source_type"_a, "target_type"_a, "mode"_a, "saturate"_a, "source"_a, "target"_a,
          "keep_nan"_a = false);
    m.def("know_chip", &know, "name"_a, "instructions"_a, "timing"_a, "product"_a, "numbers"_a);
    m.def("cpu_level", [] { return std::string(chosen_level().name); });
    m.def("cpu_levels", &usable_levels);
    m.def("built_levels", &built_levels);
}

}  // namespace lanewise
