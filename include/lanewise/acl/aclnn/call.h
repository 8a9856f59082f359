// The two phases of a call: what the planner decides becomes an executor, which launches the kernel here.
#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <set>

#include "lanewise/shared/abi.h"
#include "lanewise/acl/aclnn/planner.h"
#include "lanewise/acl/aclnn/tensors.h"
#include "lanewise/acl/aclnn/words.h"
#include "lanewise/shared/entries.h"

namespace lanewise::aclnn {

// What is known when a program is built.
struct Operator {
    const char *type, *folder, *chip, *python;
#ifdef LANEWISE_CORES
    int cores = LANEWISE_CORES;
#else
    int cores = 0;  // as many as the chip has
#endif
};

// An input whose values the functions of the host may read.
struct Readable {
    const aclTensor* tensor;
};
inline Readable readable(const aclTensor* tensor) { return {tensor}; }

// Memory of the device for as long as a call needs it.
class Held {
  public:
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        for (void* one : places_) lw_free_once_unused(one);
    }
    void* put(const std::string& bytes) {
        void* place = room(bytes.size());
        if (place && !bytes.empty()) aclrtMemcpy(place, bytes.size(), bytes.data(), bytes.size(), ACL_MEMCPY_HOST_TO_DEVICE);
        return place;
    }
    void* room(std::size_t size) {
        void* place = nullptr;
        if (aclrtMalloc(&place, std::max<std::size_t>(size, 1), ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS) places_.push_back(place);
        return place;
    }

  private:
    std::vector<void*> places_;
};

inline std::int64_t count_of(const aclTensor& tensor) {
    std::int64_t count = 1;
    for (const std::int64_t size : tensor.shape) count *= size;
    return count;
}
inline bool whole(const aclTensor& tensor) {
    std::int64_t step = 1;
    for (std::size_t i = tensor.shape.size(); i--; step *= tensor.shape[i])
        if (tensor.shape[i] != 1 && tensor.strides[i] != step) return false;
    return true;
}
// Where the k-th element of a view lies, for all k in order.
inline std::vector<std::int64_t> elements(const aclTensor& tensor) {
    std::vector<std::int64_t> out{0};
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        std::vector<std::int64_t> next;
        next.reserve(out.size() * static_cast<std::size_t>(std::max<std::int64_t>(tensor.shape[i], 0)));
        for (const std::int64_t at : out)
            for (std::int64_t k = 0; k < tensor.shape[i]; ++k) next.push_back(at + k * tensor.strides[i]);
        out = std::move(next);
    }
    return out;
}
inline char* first(const aclTensor& tensor) {
    return static_cast<char*>(tensor.data) + tensor.offset * static_cast<std::int64_t>(aclDataTypeSize(tensor.type));
}

// The elements of a tensor, one after the other; a view is copied element by element.
inline std::string values(const aclTensor& tensor) {
    const std::size_t size = aclDataTypeSize(tensor.type), bytes = static_cast<std::size_t>(count_of(tensor)) * size;
    std::string out(bytes, '\0');
    if (!bytes) return out;
    if (whole(tensor)) {
        aclrtMemcpy(out.data(), bytes, first(tensor), bytes, ACL_MEMCPY_DEVICE_TO_HOST);
        return out;
    }
    std::size_t k = 0;
    for (const std::int64_t at : elements(tensor))
        aclrtMemcpy(out.data() + size * k++, size, first(tensor) + at * static_cast<std::int64_t>(size), size, ACL_MEMCPY_DEVICE_TO_HOST);
    return out;
}
inline void scatter(const aclTensor& tensor, const void* from) {
    const std::size_t size = aclDataTypeSize(tensor.type);
    std::size_t k = 0;
    for (const std::int64_t at : elements(tensor))
        aclrtMemcpy(first(tensor) + at * static_cast<std::int64_t>(size), size, static_cast<const char*>(from) + size * k++, size,
                    ACL_MEMCPY_DEVICE_TO_DEVICE);
}

// --- what a call was given, as planner.py reads it ---

enum Kind : std::int64_t { nothing, one_tensor, some_tensors, integer, number, truth, text, integers, numbers, truths, scalars };

class Request {
  public:
    Request(const Operator& of, bool observed) {
        words_.text(of.folder).text(of.type).text(of.chip).number(of.cores).number(observed);
    }
    void add(const aclTensor* tensor) {
        if (null(tensor)) return;
        words_.number(one_tensor);
        describe(tensor, false);
        tensors.push_back({tensor});
    }
    void add(Readable input) {
        if (null(input.tensor)) return;
        words_.number(one_tensor);
        describe(input.tensor, true);
        tensors.push_back({input.tensor});
    }
    void add(const aclTensorList* list) {
        if (null(list)) return;
        words_.number(some_tensors).number(static_cast<std::int64_t>(list->tensors.size()));
        for (const aclTensor* tensor : list->tensors) {
            null_inside = null_inside || !tensor;
            if (tensor) describe(tensor, false);
        }
        tensors.push_back(list->tensors);
    }
    void add(const aclScalar* scalar) {
        if (null(scalar)) return;
        words_.number(scalars).number(1);
        describe(*scalar);
        tensors.emplace_back();
    }
    void add(const aclScalarList* list) {
        if (null(list)) return;
        words_.number(scalars).number(static_cast<std::int64_t>(list->scalars.size()));
        for (const aclScalar* scalar : list->scalars) describe(*scalar);
        tensors.emplace_back();
    }
    void add(const aclIntArray* array) {
        if (null(array)) return;
        words_.number(integers).number(static_cast<std::int64_t>(array->values.size()));
        for (const std::int64_t value : array->values) words_.number(value);
        tensors.emplace_back();
    }
    void add(const aclFloatArray* array) {
        if (null(array)) return;
        words_.number(numbers).text(bytes_of(array->values));
        tensors.emplace_back();
    }
    void add(const aclBoolArray* array) {
        if (null(array)) return;
        words_.number(truths).text(bytes_of(array->values));
        tensors.emplace_back();
    }
    void add(std::int64_t value) { words_.number(integer).number(value), tensors.emplace_back(); }
    void add(bool value) { words_.number(truth).number(value), tensors.emplace_back(); }
    void add(double value) { words_.number(number).text(std::string(reinterpret_cast<const char*>(&value), sizeof value)), tensors.emplace_back(); }
    void add(const char* value) {
        if (null(value)) return;
        words_.number(text).text(value);
        tensors.emplace_back();
    }
    const std::string& bytes() const { return words_.bytes(); }

    std::vector<std::vector<const aclTensor*>> tensors;  // of each argument
    bool null_inside = false;                            // of a list

  private:
    template <class T>
    bool null(const T* given) {
        if (!given) words_.number(nothing), tensors.emplace_back();
        return !given;
    }
    template <class T>
    static std::string bytes_of(const std::vector<T>& values) {
        return std::string(reinterpret_cast<const char*>(values.data()), sizeof(T) * values.size());
    }
    void describe(const aclTensor* tensor, bool with_values) {
        words_.number(tensor->type).number(static_cast<std::int64_t>(tensor->shape.size()));
        for (const std::int64_t size : tensor->shape) words_.number(size);
        words_.number(with_values).text(with_values ? values(*tensor) : std::string());
    }
    void describe(const aclScalar& scalar) { words_.number(scalar.type).text(scalar.bytes); }

    Words words_;
};

// --- what was decided ---

// One argument of the kernel.
struct Slot {
    enum Kind : std::int64_t { null, tensor, bytes, table, filled } kind;  // filled: a table of tensors that start as the parts are
    std::int64_t argument = 0;  // of the call, from 0
    std::string held;           // what is put there first: the value of a scalar, the start of an output, a table's head
    std::vector<std::string> parts;
};

}  // namespace lanewise::aclnn

struct aclOpExecutor {
    std::string type, library, tiling;
    std::int64_t blocks = 0, dynamic_ub = 0, reserved = 0, workspace = 0;
    std::vector<lanewise::aclnn::Slot> slots;
    std::vector<std::vector<aclTensor>> tensors;  // of each argument: the caller may destroy its own
    std::vector<std::int64_t> written;            // arguments that the kernel writes
    bool repeatable = false;
};

namespace lanewise::aclnn {

inline std::unique_ptr<aclOpExecutor> executor_of(Reading& answer, const Request& request) {
    auto made = std::make_unique<aclOpExecutor>();
    made->type = answer.text(), made->library = answer.text();
    made->blocks = answer.number(), made->dynamic_ub = answer.number();
    made->workspace = answer.number(), made->reserved = answer.number();
    made->tiling = answer.text();
    for (std::int64_t n = answer.number(); n; --n) {
        Slot slot{static_cast<Slot::Kind>(answer.number())};
        slot.argument = answer.number();
        slot.held = answer.text();
        for (std::int64_t k = answer.number(); k; --k) slot.parts.push_back(answer.text());
        made->slots.push_back(std::move(slot));
    }
    for (std::int64_t n = answer.number(); n; --n) made->written.push_back(answer.number());
    for (const auto& group : request.tensors) {
        auto& kept = made->tensors.emplace_back();
        for (const aclTensor* tensor : group) kept.push_back(*tensor);
    }
    return made;
}

inline aclnnStatus refuse(int code, const char* call, const char* which, std::initializer_list<lw_field> fields = {}) {
    return lw_host_error(code, call, which, fields.begin(), static_cast<int>(fields.size()));
}

template <class... Arguments>
aclnnStatus prepare(const Operator& of, const char* call, std::uint64_t* size, aclOpExecutor** executor, Arguments... arguments) {
    if (!size || !executor) return refuse(ACLNN_ERR_PARAM_NULLPTR, call, "no_place");
    *size = 0, *executor = nullptr;
    const auto set = [](const char* name) { const char* said = std::getenv(name); return said && *said; };
    Request request(of, set("LANEWISE_CHECK") || set("LANEWISE_SCHEDULE"));
    (request.add(arguments), ...);
    if (request.null_inside) return refuse(ACLNN_ERR_PARAM_NULLPTR, call, "null_tensor");
    std::string bytes = Planner::get().ask(of.python, request.bytes());
    if (bytes.empty()) return refuse(ACLNN_ERR_INNER, call, "no_planner");
    Reading answer(std::move(bytes));
    if (const auto status = static_cast<aclnnStatus>(answer.number())) return refuse(status, call, "refused", {{"said", answer.text().c_str()}});
    auto made = executor_of(answer, request);
    *size = static_cast<std::uint64_t>(made->workspace);
    *executor = made.release();
    return ACLNN_SUCCESS;
}

// The kernel in a library that was built for one combination of types and one key.
inline const entry::Entry* kernel_of(const std::string& library, const std::string& name) {
    using Known = const entry::Entry* (*)(std::uint64_t*);
    static std::mutex lock;
    static std::map<std::string, Known> loaded;
    std::lock_guard guard(lock);
    Known& known = loaded[library];
    if (!known)
        if (void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) known = reinterpret_cast<Known>(dlsym(handle, "lanewise_entries"));
    if (!known) return nullptr;
    std::uint64_t count = 0;
    const entry::Entry* found = known(&count);
    while (count)
        if (found[--count].kernel == name) return found + count;
    return nullptr;
}

// The address of a tensor's elements in contiguous memory: its own memory, or a copy of a view.
class Addresses {
  public:
    Addresses(const aclOpExecutor& of, Held& held) : of_(of), held_(held) {}
    void* at(std::int64_t argument, std::size_t k) {
        const aclTensor& tensor = of_.tensors[static_cast<std::size_t>(argument)][k];
        if (whole(tensor)) return first(tensor);
        void*& copy = copies_[{argument, k}];
        if (!copy) copy = held_.put(values(tensor));
        return copy;
    }
    void give_back() {
        for (const auto& [which, copy] : copies_)
            if (std::count(of_.written.begin(), of_.written.end(), which.first))
                scatter(of_.tensors[static_cast<std::size_t>(which.first)][which.second], copy);
    }

  private:
    const aclOpExecutor& of_;
    Held& held_;
    std::map<std::pair<std::int64_t, std::size_t>, void*> copies_;
};

inline void* address_of(const Slot& slot, const aclOpExecutor& of, Addresses& places, Held& held) {
    if (slot.kind == Slot::null) return nullptr;
    if (slot.kind == Slot::bytes) return held.put(slot.held);
    if (slot.kind == Slot::tensor) {
        void* place = places.at(slot.argument, 0);
        if (!slot.held.empty()) aclrtMemcpy(place, slot.held.size(), slot.held.data(), slot.held.size(), ACL_MEMCPY_HOST_TO_DEVICE);
        return place;
    }
    std::string table = slot.held;  // the head; behind it the addresses
    const bool filled = slot.kind == Slot::filled;
    const std::size_t own = filled ? 0 : slot.parts.size();
    const std::size_t count = own ? own : of.tensors[static_cast<std::size_t>(slot.argument)].size();
    for (std::size_t k = 0; k < count; ++k) {
        void* place = own ? held.put(slot.parts[k]) : places.at(slot.argument, k);
        if (filled && !slot.parts[k].empty())
            aclrtMemcpy(place, slot.parts[k].size(), slot.parts[k].data(), slot.parts[k].size(), ACL_MEMCPY_HOST_TO_DEVICE);
        table.append(reinterpret_cast<const char*>(&place), sizeof place);
    }
    return held.put(table);
}

inline aclnnStatus execute(const char* call, void* workspace, std::uint64_t size, aclOpExecutor* executor, aclrtStream stream) {
    if (!executor) return refuse(ACLNN_ERR_PARAM_NULLPTR, call, "no_executor");
    std::unique_ptr<aclOpExecutor> mine(executor->repeatable ? nullptr : executor);
    const aclOpExecutor& of = *executor;
    if (!of.blocks) return ACLNN_SUCCESS;  // every output is empty
    if (size < static_cast<std::uint64_t>(of.workspace) || (of.workspace && !workspace)) {
        const std::string need = std::to_string(of.workspace), given = std::to_string(workspace ? size : 0);
        return refuse(ACLNN_ERR_PARAM_INVALID, call, "no_workspace", {{"need", need.c_str()}, {"given", given.c_str()}});
    }
    const entry::Entry* kernel = kernel_of(of.library, of.type);
    if (!kernel) return refuse(ACLNN_ERR_RUNTIME_ERROR, call, "no_kernel");
    auto held = std::make_unique<Held>();
    Addresses places(of, *held);
    std::vector<void*> slots;
    for (const Slot& slot : of.slots) slots.push_back(address_of(slot, of, places, *held));
    const bool own = of.workspace > of.reserved;  // the part behind the system's
    slots.push_back(own ? static_cast<char*>(workspace) + of.reserved : held->room(32));
    slots.push_back(held->put(of.tiling));
    std::vector<void*> arguments;
    for (void*& slot : slots) arguments.push_back(&slot);
    kernel->call(kernel->kernel, static_cast<std::uint64_t>(of.blocks), static_cast<std::uint64_t>(of.dynamic_ub), stream, arguments.data());
    places.give_back();
    aclmdlRICaptureStatus capture = ACL_MODEL_RI_CAPTURE_STATUS_NONE;
    aclmdlRI graph = nullptr;
    aclmdlRICaptureGetInfo(stream, &capture, &graph);
    if (capture == ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE) {  // it runs later, maybe often
        static std::list<std::unique_ptr<Held>> forever;
        forever.push_back(std::move(held));
    }
    return ACLNN_SUCCESS;
}

}  // namespace lanewise::aclnn

inline aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
    if (!executor) return ACLNN_ERR_PARAM_NULLPTR;
    return executor->repeatable = true, ACLNN_SUCCESS;
}
inline aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) { return delete executor, ACLNN_SUCCESS; }
inline aclnnStatus aclnnInit(const char*) { return ACLNN_SUCCESS; }
inline aclnnStatus aclnnFinalize() { return ACLNN_SUCCESS; }
