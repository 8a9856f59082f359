// The process in which an operator's host functions run: it describes what was registered, then answers calls.
//
// The operator is a library, which the last argument names. A crash or an endless loop of a function ends one process alone.
// Requests and answers go through two pipes, whose numbers are the first arguments; standard output stays the operator's own.
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "json.h"
#include "kept.h"

namespace lanewise::op {

// Inputs whose values a function asked for although nothing declares them readable: it got a null pointer.
struct Asked {
    std::array<bool, 1024> inputs{};

    static Asked& get() {
        static Asked one;
        return one;
    }
    void watch(std::deque<std::optional<gert::Tensor>>& tensors) {
        inputs.fill(false);
        for (std::size_t i = 0; i < tensors.size() && i < inputs.size(); ++i)
            if (tensors[i]) tensors[i]->lanewise_watch(&inputs[i]);
    }
    std::vector<std::size_t> numbers() const {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (inputs[i]) out.push_back(i);
        return out;
    }
    // Last words before a signal ends the process: a line "asked N" for each, with nothing that allocates.
    static void tell(int number) {
        const std::array<bool, 1024>& asked = get().inputs;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (!asked[i]) continue;
            char line[] = "\nasked 0000\n";
            for (std::size_t at = 10, rest = i; rest; --at, rest /= 10) line[at] = static_cast<char>('0' + rest % 10);
            if (::write(2, line, sizeof line - 1) < 0) break;
        }
        raise(number);  // nobody hears it any more, so it ends the process
    }
    static void listen() {
        get();
        struct sigaction action {};
        action.sa_handler = tell;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP}) sigaction(number, &action, nullptr);
    }
};

// Requests are numbers and texts, one after the other.
class Reader {
  public:
    explicit Reader(std::vector<char> bytes) : bytes_(std::move(bytes)) {}
    std::int64_t number() {
        std::int64_t value = 0;
        take(&value, sizeof value);
        return value;
    }
    std::string text() {
        std::string value(static_cast<std::size_t>(number()), '\0');
        take(value.data(), value.size());
        return value;
    }

  private:
    void take(void* to, std::size_t count) {
        if (at_ + count > bytes_.size()) std::_Exit(9);
        std::memcpy(to, bytes_.data() + at_, count);
        at_ += count;
    }
    std::vector<char> bytes_;
    std::size_t at_ = 0;
};

class Server {
  public:
    Server(int in, int out) : in_(in), out_(out) {}

    int run() {
        answer(description());
        std::uint64_t size = 0;
        while (receive(&size, sizeof size)) {
            std::vector<char> bytes(size);
            if (!receive(bytes.data(), bytes.size())) return 0;
            Reader request(std::move(bytes));
            answer(handle(request));
        }
        return 0;
    }

  private:
    struct Values {
        std::vector<std::string> kept;  // of readable inputs
    };

    std::string handle(Reader& request) {
        const std::string what = request.text();
        Call call;
        Values values;
        read(request, call, values);
        errors().clear();
        Asked::get().watch(call.inputs);
        Functions& functions = Registry::get().functions[call.type];
        ge::graphStatus status = ge::GRAPH_SUCCESS;
        if (what == "shapes") status = shapes(functions, call);
        else if (what == "types") status = types(functions, call);
        else status = tile(functions, call);
        std::fflush(stdout);
        Json out;
        out.begin('{').member("status", status).member("errors", errors()).member("asked", Asked::get().numbers());
        if (what == "shapes") tell_shapes(out, call);
        else if (what == "types") out.member("types", call.output_types);
        else tell_tiling(out, call);
        return out.end('}').text();
    }

    void read(Reader& request, Call& call, Values& values) {
        call.type = request.text();
        for (std::int64_t n = request.number(), start = 0; n; --n) {
            const std::int64_t count = request.number();
            call.input_parameters.emplace_back(static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(count));
            start += count;
            for (std::int64_t k = 0; k < count; ++k) read_tensor(request, call.inputs, call.input_descs, &values);
        }
        for (std::int64_t n = request.number(), start = 0; n; --n) {
            const std::int64_t count = request.number();
            call.output_parameters.emplace_back(static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(count));
            start += count;
            for (std::int64_t k = 0; k < count; ++k) read_tensor(request, call.outputs, call.output_descs, nullptr);
        }
        for (const auto& desc : call.output_descs) call.output_types.push_back(desc.GetDataType());
        for (std::int64_t n = request.number(); n; --n) {
            const std::string bytes = request.text();
            auto& value = call.attrs.lanewise_values.emplace_back(bytes.size() / 8 + 1);
            std::memcpy(value.data(), bytes.data(), bytes.size());
        }
    }

    static void read_tensor(Reader& request, std::deque<std::optional<gert::Tensor>>& tensors,
                            std::deque<gert::CompileTimeTensorDesc>& descs, Values* values) {
        const bool present = request.number();
        const auto type = static_cast<ge::DataType>(request.number());
        const auto format = static_cast<ge::Format>(request.number());
        gert::Shape shape;
        for (std::int64_t rank = request.number(); rank; --rank) shape.AppendDim(request.number());
        const bool readable = request.number();
        std::string bytes = request.text();
        descs.emplace_back(type, gert::StorageFormat(format, format));
        if (!present) {
            tensors.emplace_back(std::nullopt);
            return;
        }
        gert::Tensor& made = tensors.emplace_back(std::in_place, gert::StorageShape(shape, shape), gert::StorageFormat(format, format),
                                                  readable ? gert::kOnHost : gert::kOnDeviceHbm, type).value();
        if (readable && values) {
            values->kept.reserve(1024);  // the texts stay where they are
            made.SetData(values->kept.emplace_back(std::move(bytes)).data());
        }
    }

    static ge::graphStatus shapes(Functions& functions, Call& call) {
        for (auto& output : call.outputs) {
            if (!output) continue;
            output->MutableShape() = gert::StorageShape();
            output->MutableOriginShape().lanewise_forget();
        }
        gert::InferShapeContext context(&call);
        return functions.infer_shape(&context);
    }
    static ge::graphStatus types(Functions& functions, Call& call) {
        if (!functions.infer_type) {
            for (auto& type : call.output_types)
                if (!call.inputs.empty() && call.inputs[0]) type = call.inputs[0]->GetDataType();
            return ge::GRAPH_SUCCESS;
        }
        gert::InferDataTypeContext context(&call);
        return functions.infer_type(&context);
    }
    ge::graphStatus tile(Functions& functions, Call& call) {
        if (!infos_.count(call.type)) {
            void* info = functions.make_info ? functions.make_info() : nullptr;
            call.compile_info = info;
            ge::graphStatus status = ge::GRAPH_SUCCESS;
            if (functions.parse) {
                gert::TilingParseContext context(&call);
                status = functions.parse(&context);
            } else if (functions.parse_old) {
                gert::KernelContext context(&call);
                status = functions.parse_old(&context);
            }
            if (status != ge::GRAPH_SUCCESS) {
                parsing_ = true;
                return status;
            }
            infos_[call.type] = info;
        }
        parsing_ = false;
        call.compile_info = infos_[call.type];
        call.tiling.lanewise_reset(std::max<std::size_t>(functions.capacity, 1 << 16));
        gert::TilingContext context(&call);
        return functions.tiling(&context);
    }

    static void tell_shapes(Json& out, const Call& call) {
        out.name("shapes").begin('[');
        for (const auto& output : call.outputs) {
            if (!output || !output->GetOriginShape().lanewise_told()) {
                out.null();
                continue;
            }
            out.begin('[');
            for (std::size_t i = 0; i < output->GetOriginShape().GetDimNum(); ++i) out.value(output->GetOriginShape().GetDim(i));
            out.end(']');
        }
        out.end(']');
    }
    void tell_tiling(Json& out, const Call& call) const {
        static const char digits[] = "0123456789abcdef";
        std::string data;
        const auto* bytes = static_cast<const unsigned char*>(call.tiling.GetData());
        const std::size_t size = std::min(call.tiling.GetDataSize(), call.tiling.GetCapacity());
        for (std::size_t i = 0; i < size; ++i) data += digits[bytes[i] >> 4], data += digits[bytes[i] & 15];
        out.member("parsing", parsing_).member("blocks", call.blocks).member("key", call.key)
            .member("schedule_mode", call.schedule_mode).member("dynamic_ub", call.dynamic_ub)
            .member("need_atomic", call.need_atomic).member("workspaces", call.workspaces).member("data", data)
            .member("size", call.tiling.GetDataSize()).member("capacity", call.tiling.GetCapacity());
    }

    bool receive(void* to, std::size_t count) const {
        for (char* at = static_cast<char*>(to); count;) {
            const ssize_t got = ::read(in_, at, count);
            if (got <= 0) return false;
            at += got, count -= static_cast<std::size_t>(got);
        }
        return true;
    }
    void answer(const std::string& text) const {
        const std::uint64_t size = text.size();
        send(&size, sizeof size);
        send(text.data(), text.size());
    }
    void send(const void* from, std::size_t count) const {
        for (const char* at = static_cast<const char*>(from); count;) {
            const ssize_t put = ::write(out_, at, count);
            if (put <= 0) std::_Exit(9);
            at += put, count -= static_cast<std::size_t>(put);
        }
    }

    int in_, out_;
    bool parsing_ = false;
    std::map<std::string, void*> infos_;  // what parse functions made, by operator type
};

}  // namespace lanewise::op

// Called by the program, which is nothing but that (started.cpp).
int lanewise_serve(int count, char** words) {
    if (count < 4) return 2;
    if (!::dlopen(words[3], RTLD_LAZY | RTLD_GLOBAL)) {  // functions of files that were left out are missed when they are called
        std::fprintf(stderr, "%s\n", ::dlerror());
        return 2;
    }
    lanewise::op::Asked::listen();
    return lanewise::op::Server(std::atoi(words[1]), std::atoi(words[2])).run();
}
