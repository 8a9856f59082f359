// What tests of an operator's host side build their contexts with: fakers, and the functions that were registered.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "lanewise/testing/gtest.h"
#include "lanewise/operator/log.h"
#include "lanewise/operator/registry.h"

namespace lanewise::op {

// The value of an attribute, as the functions of RuntimeAttrs find it in memory.
class AnyValue {
  public:
    AnyValue() = default;
    template <class T>
    static AnyValue CreateFrom(const T& value) {
        AnyValue made;
        made.set(value);
        return made;
    }
    const std::vector<std::uint64_t>& words() const { return words_; }

  private:
    void put(const void* from, std::size_t size) {
        words_.assign(size / 8 + 1, 0);
        if (size) std::memcpy(words_.data(), from, size);
    }
    void set(const std::string& value) { put(value.c_str(), value.size() + 1); }
    template <class T>
        requires(std::is_arithmetic_v<T>)
    void set(const T& value) {
        if constexpr (std::is_same_v<T, bool>) put(&value, sizeof value);
        else if constexpr (std::is_floating_point_v<T>) {
            const auto number = static_cast<float>(value);
            put(&number, sizeof number);
        } else {
            const auto number = static_cast<std::int64_t>(value);
            put(&number, sizeof number);
        }
    }
    template <class T>
    void set(const std::vector<T>& values) {
        const std::uint64_t size = values.size();
        std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
        bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
        for (const T value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        put(bytes.data(), bytes.size());
    }
    void set(const std::vector<std::vector<std::int64_t>>& rows) {
        std::vector<std::uint64_t> words{rows.size(), 0};
        for (const auto& row : rows) {
            words.insert(words.end(), {row.size(), row.size()});
            words.insert(words.end(), row.begin(), row.end());
        }
        put(words.data(), 8 * words.size());
    }
    std::vector<std::uint64_t> words_;
};

// What is known of a type, as tests ask for it.
struct OpImpl {
    ge::graphStatus (*tiling)(gert::TilingContext*) = nullptr;
    std::function<ge::graphStatus(gert::KernelContext*)> tiling_parse;
    ge::graphStatus (*infer_shape)(gert::InferShapeContext*) = nullptr;
    ge::graphStatus (*infer_datatype)(gert::InferDataTypeContext*) = nullptr;
    std::size_t max_tiling_data_size = 2048;
};
std::string description();
inline const OpImpl* implementation(const char* type) {
    static std::map<std::string, OpImpl> known;
    static const std::string defined = description();  // definitions name functions, too, once they are made
    const Functions& from = functions_of(type);
    OpImpl made{from.tiling, nullptr, from.infer_shape, from.infer_type, from.capacity};
    if (from.parse) made.tiling_parse = [parse = from.parse](gert::KernelContext* context) {
        gert::TilingParseContext own(context->lanewise_call);
        return parse(&own);
    };
    else if (from.parse_old) made.tiling_parse = from.parse_old;
    return &(known[type] = made);
}

// A tensor as tests describe it.
struct TensorDescription {
    TensorDescription() = default;
    TensorDescription(const gert::StorageShape& shape, ge::DataType type, ge::Format format, bool isConst = false, void* constValue = nullptr)
        : shape_(shape), dtype_(type), format_(format), isConst_(isConst), constValue_(constValue) {}
    gert::StorageShape shape_;
    ge::DataType dtype_ = ge::DT_UNDEFINED;
    ge::Format format_ = ge::FORMAT_ND;
    bool isConst_ = false;
    void* constValue_ = nullptr;
};
struct OpAttr {
    OpAttr(const std::string& name, const AnyValue& value) : attrName_(name), attr_(value) {}
    std::string attrName_;
    AnyValue attr_;
};

// A call that grows by what a test says.
class Faked {
  public:
    Faked() : call_(std::make_shared<Call>()) { call_->tiling.lanewise_reset(1 << 16); }
    Call& call() { return *call_; }

    void type(const std::string& name) { call_->type = name; }
    void inputs(std::size_t count) {
        while (call_->inputs.size() < count) call_->inputs.emplace_back(std::nullopt), call_->input_descs.emplace_back();
    }
    void outputs(std::size_t count) {
        while (call_->outputs.size() < count) {
            call_->outputs.emplace_back(std::in_place), call_->output_descs.emplace_back();
            call_->output_types.push_back(ge::DT_UNDEFINED);
        }
    }
    void input(std::size_t i, const TensorDescription& said) {
        inputs(i + 1);
        call_->input_descs[i] = gert::CompileTimeTensorDesc(said.dtype_, gert::StorageFormat(said.format_, said.format_));
        if (said.dtype_ == ge::DT_UNDEFINED) return;  // an optional input that is left out
        call_->inputs[i].emplace(said.shape_, gert::StorageFormat(said.format_, said.format_), said.isConst_ ? gert::kOnHost : gert::kOnDeviceHbm,
                                 said.dtype_, said.isConst_ ? said.constValue_ : nullptr);
    }
    void output(std::size_t i, const TensorDescription& said) {
        outputs(i + 1);
        call_->output_descs[i] = gert::CompileTimeTensorDesc(said.dtype_, gert::StorageFormat(said.format_, said.format_));
        call_->outputs[i].emplace(said.shape_, gert::StorageFormat(said.format_, said.format_), gert::kOnDeviceHbm, said.dtype_);
        call_->output_types[i] = said.dtype_;
    }
    // How many tensors each parameter has; nothing said: one each.
    void instances(const std::vector<std::uint32_t>& counts, std::vector<gert::AnchorInstanceInfo>& parameters, std::size_t tensors) {
        parameters.clear();
        std::uint32_t start = 0;
        if (counts.empty())
            for (; start < tensors; ++start) parameters.emplace_back(start, 1);
        else
            for (const std::uint32_t count : counts) parameters.emplace_back(start, count), start += count;
    }
    void attributes(const std::vector<AnyValue>& values) {
        for (const AnyValue& value : values) call_->attrs.lanewise_values.push_back(value.words());
    }
    // Contexts live as long as what was faked.
    template <class Context>
    Context* context() {
        auto made = std::make_shared<Context>(call_.get());
        kept_.push_back(made);
        return made.get();
    }
    // Bytes that live as long.
    void* keep(const void* from, std::size_t size) {
        auto bytes = std::make_shared<std::vector<std::uint64_t>>(size / 8 + 1);
        if (size) std::memcpy(bytes->data(), from, size);
        kept_.push_back(bytes);
        return bytes->data();
    }
    void finish() {
        if (call_->input_parameters.empty()) instances({}, call_->input_parameters, call_->inputs.size());
        if (call_->output_parameters.empty()) instances({}, call_->output_parameters, call_->outputs.size());
    }

  private:
    std::shared_ptr<Call> call_;
    std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace lanewise::op

namespace ge {
using AnyValue = lanewise::op::AnyValue;
}
namespace Ops {
namespace Math { using AnyValue = lanewise::op::AnyValue; }
namespace NN { using AnyValue = lanewise::op::AnyValue; }
namespace Cv { using AnyValue = lanewise::op::AnyValue; }
namespace Transformer { using AnyValue = lanewise::op::AnyValue; }
}  // namespace Ops

namespace gert {

// --- newer tests: a call in one expression, and what it must give ---

class TilingContextPara {
  public:
    using TensorDescription = lanewise::op::TensorDescription;
    using OpAttr = lanewise::op::OpAttr;
    TilingContextPara(const std::string& type, const std::vector<TensorDescription>& inputs, const std::vector<TensorDescription>& outputs,
                      const std::vector<OpAttr>& attrs, void* compileInfo = nullptr, std::uint64_t coreNum = 64,
                      std::uint64_t ubSize = 262144, std::uint64_t tilingDataSize = 4096)
        : opName_(type), inputTensorDesc_(inputs), outputTensorDesc_(outputs), attrs_(attrs), compileInfo_(compileInfo),
          coreNum_(coreNum), ubSize_(ubSize), tilingDataSize_(tilingDataSize) {}
    TilingContextPara(const std::string& type, const std::vector<TensorDescription>& inputs, const std::vector<TensorDescription>& outputs,
                      void* compileInfo = nullptr, std::uint64_t coreNum = 64, std::uint64_t ubSize = 262144, std::uint64_t tilingDataSize = 4096)
        : TilingContextPara(type, inputs, outputs, {}, compileInfo, coreNum, ubSize, tilingDataSize) {}
    TilingContextPara(const std::string& type, const std::vector<TensorDescription>& inputs, const std::vector<TensorDescription>& outputs,
                      const std::vector<OpAttr>& attrs, const std::vector<std::uint32_t>& inputInstanceNum,
                      const std::vector<std::uint32_t>& outputInstanceNum, void* compileInfo = nullptr, std::uint64_t coreNum = 64,
                      std::uint64_t ubSize = 262144, std::uint64_t tilingDataSize = 4096)
        : TilingContextPara(type, inputs, outputs, attrs, compileInfo, coreNum, ubSize, tilingDataSize) {
        inputInstanceNum_ = inputInstanceNum, outputInstanceNum_ = outputInstanceNum;
    }
    // The same with the chip that host code is to see.
    TilingContextPara(const std::string& type, const std::vector<TensorDescription>& inputs, const std::vector<TensorDescription>& outputs,
                      const std::vector<OpAttr>& attrs, void* compileInfo, const std::string& socVersion, std::uint64_t coreNum = 64,
                      std::uint64_t ubSize = 262144, std::uint64_t tilingDataSize = 4096)
        : TilingContextPara(type, inputs, outputs, attrs, compileInfo, coreNum, ubSize, tilingDataSize) {
        socVersion_ = socVersion;
    }

    std::string opName_, socVersion_;
    std::vector<TensorDescription> inputTensorDesc_, outputTensorDesc_;
    std::vector<OpAttr> attrs_;
    std::vector<std::uint32_t> inputInstanceNum_, outputInstanceNum_;
    void* compileInfo_;
    std::uint64_t coreNum_, ubSize_, tilingDataSize_;
};

class InfershapeContextPara {
  public:
    using TensorDescription = lanewise::op::TensorDescription;
    using OpAttr = lanewise::op::OpAttr;
    InfershapeContextPara(const std::string& type, const std::vector<TensorDescription>& inputs,
                          const std::vector<TensorDescription>& outputs, const std::vector<OpAttr>& attrs = {},
                          const std::vector<std::uint32_t>& inputInstanceNum = {}, const std::vector<std::uint32_t>& outputInstanceNum = {})
        : opName_(type), inputTensorDesc_(inputs), outputTensorDesc_(outputs), attrs_(attrs), inputInstanceNum_(inputInstanceNum),
          outputInstanceNum_(outputInstanceNum) {}

    std::string opName_;
    std::vector<TensorDescription> inputTensorDesc_, outputTensorDesc_;
    std::vector<OpAttr> attrs_;
    std::vector<std::uint32_t> inputInstanceNum_, outputInstanceNum_;
};

}  // namespace gert

namespace lanewise::op {

template <class Para>
Faked faked(const Para& para) {
    Faked made;
    Call& call = made.call();
    made.type(para.opName_);
    for (std::size_t i = 0; i < para.inputTensorDesc_.size(); ++i) made.input(i, para.inputTensorDesc_[i]);
    for (std::size_t i = 0; i < para.outputTensorDesc_.size(); ++i) made.output(i, para.outputTensorDesc_[i]);
    made.instances(para.inputInstanceNum_, call.input_parameters, call.inputs.size());
    made.instances(para.outputInstanceNum_, call.output_parameters, call.outputs.size());
    for (const OpAttr& attr : para.attrs_) made.attributes({attr.attr_});
    return made;
}

inline Faked faked_tiling(const gert::TilingContextPara& para) {
    Faked made = faked(para);
    Call& call = made.call();
    call.platform.SetPlatformRes("SoCInfo", {{"ai_core_cnt", std::to_string(para.coreNum_)}, {"vector_core_cnt", std::to_string(para.coreNum_)}});
    call.platform.SetPlatformRes("AICoreSpec", {{"ub_size", std::to_string(para.ubSize_)}});
    if (!para.socVersion_.empty()) call.platform.SetPlatformRes("version", {{"Short_SoC_version", para.socVersion_}});
    call.tiling.lanewise_reset(para.tilingDataSize_);
    call.compile_info = para.compileInfo_;
    const Functions& functions = functions_of(para.opName_.c_str());
    if (!call.compile_info && functions.make_info) {
        call.compile_info = functions.make_info();
        if (const auto parse = implementation(para.opName_.c_str())->tiling_parse) parse(made.context<gert::KernelContext>());
    }
    return made;
}

// Tiling data as tests write it down: numbers of 8 or of 4 bytes.
template <class Word>
std::string in_words(const gert::TilingData& data) {
    std::ostringstream out;
    for (std::size_t at = 0; at + sizeof(Word) <= data.GetDataSize(); at += sizeof(Word)) {
        Word word;
        std::memcpy(&word, static_cast<const char*>(data.GetData()) + at, sizeof word);
        out << word << ' ';
    }
    return out.str();
}
inline std::string same_numbers(const gert::TilingData& data, std::string wanted) {
    while (!wanted.empty() && wanted.back() == ' ') wanted.pop_back();
    for (std::string said : {in_words<std::int64_t>(data), in_words<std::int32_t>(data), in_words<std::uint64_t>(data)}) {
        if (!said.empty()) said.pop_back();
        if (said == wanted) return {};
    }
    return "tiling data are " + in_words<std::int64_t>(data) + "(" + in_words<std::int32_t>(data) + "in words of 4 bytes), not " + wanted;
}

}  // namespace lanewise::op

struct TilingInfo {
    std::int64_t tilingKey = -1, blockNum = -1;
    std::vector<std::size_t> workspaceSizes;
    std::unique_ptr<std::uint8_t[]> tilingData;
    std::size_t tilingDataSize = 0;
};

inline bool ExecuteTiling(const gert::TilingContextPara& para, TilingInfo& info) {
    const auto* of = lanewise::op::implementation(para.opName_.c_str());
    if (!of->tiling) return false;
    lanewise::op::Faked made = lanewise::op::faked_tiling(para);
    if (of->tiling(made.context<gert::TilingContext>()) != ge::GRAPH_SUCCESS) return false;
    const lanewise::op::Call& call = made.call();
    info.tilingKey = static_cast<std::int64_t>(call.key), info.blockNum = call.blocks, info.workspaceSizes = call.workspaces;
    info.tilingDataSize = call.tiling.GetDataSize();
    info.tilingData = std::make_unique<std::uint8_t[]>(call.tiling.GetCapacity());
    std::memcpy(info.tilingData.get(), call.tiling.GetData(), call.tiling.GetCapacity());
    return true;
}

namespace lanewise::op {

// A failure belongs to the line of the test that asked.
struct Where {
    const char* file;
    int line;
};
inline void must(const Where& where, const std::string& problem) {
    if (!problem.empty()) testing::Failure(where.file, where.line, problem, false) = testing::Message();
}
template <class T>
std::string same(const char* what, const T& is, const T& wanted) {
    return is == wanted ? std::string() : std::string(what) + " is " + testing::PrintToString(is) + ", not " + testing::PrintToString(wanted);
}

}  // namespace lanewise::op

// What a tiling function must answer. Of a failure only the status counts. What stands in front of the data may be left out.
inline void ExecuteTestCase(const gert::TilingContextPara& para, ge::graphStatus expectResult = ge::GRAPH_FAILED, std::uint64_t expectTilingKey = 0,
                            const std::string& expectTilingData = "", const std::vector<std::size_t>& expectWorkspaces = {},
                            std::uint64_t tilingDataReservedLen = 0, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    using namespace lanewise::op;
    const Where where{file, line};
    const auto* of = implementation(para.opName_.c_str());
    if (!of->tiling) return must(where, para.opName_ + " has no tiling function");
    Faked made = faked_tiling(para);
    const ge::graphStatus status = of->tiling(made.context<gert::TilingContext>());
    must(where, same("the status of tiling", status, expectResult));
    if (status != ge::GRAPH_SUCCESS || expectResult != ge::GRAPH_SUCCESS) return;
    const Call& call = made.call();
    must(where, same("the tiling key", call.key, expectTilingKey));
    must(where, same("the workspaces", call.workspaces, expectWorkspaces));
    gert::TilingData data = call.tiling;
    if (tilingDataReservedLen && tilingDataReservedLen < data.GetDataSize()) {
        const std::size_t rest = data.GetDataSize() - tilingDataReservedLen;
        std::memmove(data.GetData(), static_cast<char*>(data.GetData()) + tilingDataReservedLen, rest);
        data.SetDataSize(rest);
    }
    if (!expectTilingData.empty()) must(where, same_numbers(data, expectTilingData));
}

// What a shape function must answer.
inline void ExecuteTestCase(const gert::InfershapeContextPara& para, ge::graphStatus expectResult = ge::GRAPH_FAILED,
                            const std::vector<std::vector<std::int64_t>>& expectOutputShape = {},
                            const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    using namespace lanewise::op;
    const Where where{file, line};
    const auto* of = implementation(para.opName_.c_str());
    if (!of->infer_shape) return must(where, para.opName_ + " has no shape function");
    Faked made = faked(para);
    for (auto& output : made.call().outputs) output->MutableShape() = gert::StorageShape();
    const ge::graphStatus status = of->infer_shape(made.context<gert::InferShapeContext>());
    must(where, same("the status of InferShape", status, expectResult));
    if (status != ge::GRAPH_SUCCESS) return;
    for (std::size_t i = 0; i < expectOutputShape.size() && i < made.call().outputs.size(); ++i) {
        const gert::Shape& shape = made.call().outputs[i]->GetOriginShape();
        std::vector<std::int64_t> sizes;
        for (std::size_t k = 0; k < shape.GetDimNum(); ++k) sizes.push_back(shape.GetDim(k));
        must(where, same("the shape", sizes, expectOutputShape[i]));
    }
}

namespace gert {

// --- older tests: a context, built step by step ---

class KernelRunContextHolder {
  public:
    explicit KernelRunContextHolder(const lanewise::op::Faked& made) : made_(made) {}
    template <class Context>
    Context* GetContext() {
        return made_.template context<Context>();
    }

  private:
    lanewise::op::Faked made_;
};
using FakeKernelContextHolder = KernelRunContextHolder;

// What tests point to when they mean a shape; null: there is no such tensor.
struct AnyShape {
    AnyShape(std::nullptr_t) {}
    AnyShape(const StorageShape* shape) : there(shape) {
        if (shape) value = *shape;
    }
    AnyShape(StorageShape* shape) : AnyShape(static_cast<const StorageShape*>(shape)) {
        if (shape) own = &shape->MutableOriginShape();
    }
    AnyShape(const Shape* shape) : there(shape) {
        if (shape) value = StorageShape(*shape, *shape);
    }
    AnyShape(Shape* shape) : AnyShape(static_cast<const Shape*>(shape)) { own = shape; }
    AnyShape(const void* shape) : AnyShape(static_cast<const StorageShape*>(shape)) {}
    bool there = false;
    StorageShape value;
    Shape* own = nullptr;  // the test's, which shape functions write to
};

class KernelRunContextFaker {
  public:
    using Self = KernelRunContextFaker;
    Self& SetOpType(const std::string& type) { return made_.type(type), *this; }
    Self& OpType(const std::string& type) { return SetOpType(type); }
    Self& NodeIoNum(std::size_t inputs, std::size_t outputs) { return made_.inputs(inputs), made_.outputs(outputs), *this; }
    Self& KernelIONum(std::size_t, std::size_t) { return *this; }
    Self& IrInputNum(std::size_t) { return *this; }
    Self& IrOutputNum(std::size_t) { return *this; }
    Self& IrInstanceNum(const std::vector<std::uint32_t>& counts) {
        return made_.instances(counts, made_.call().input_parameters, 0), *this;
    }
    Self& IrInstanceNum(const std::vector<std::uint32_t>& counts, const std::vector<std::uint32_t>& outputs) {
        return made_.instances(outputs, made_.call().output_parameters, 0), IrInstanceNum(counts);
    }
    Self& IrOutputInstanceNum(const std::vector<std::uint32_t>& counts) {
        return made_.instances(counts, made_.call().output_parameters, 0), *this;
    }
    Self& NodeInputTd(std::size_t i, ge::DataType type, ge::Format origin, ge::Format storage) {
        made_.inputs(i + 1);
        made_.call().input_descs[i] = CompileTimeTensorDesc(type, StorageFormat(origin, storage));
        return *this;
    }
    Self& NodeOutputTd(std::size_t i, ge::DataType type, ge::Format origin, ge::Format storage) {
        made_.outputs(i + 1);
        made_.call().output_descs[i] = CompileTimeTensorDesc(type, StorageFormat(origin, storage));
        made_.call().output_types[i] = type;
        return *this;
    }
    Self& NodeAttrs(const std::vector<std::pair<std::string, ge::AnyValue>>& values) {
        for (const auto& [name, value] : values) made_.attributes({value});
        return *this;
    }
    Self& Attrs(const std::vector<ge::AnyValue>& values) { return made_.attributes(values), *this; }
    Self& InputShapes(std::initializer_list<AnyShape> shapes) { return InputShapes(std::vector<AnyShape>(shapes)); }
    template <class S>
    Self& InputShapes(const std::vector<S>& shapes) {
        made_.inputs(shapes.size());
        for (std::size_t i = 0; i < shapes.size(); ++i)
            if (const AnyShape shape = shapes[i]; shape.there)
                made_.call().inputs[i].emplace(shape.value, StorageFormat(), kOnDeviceHbm, ge::DT_UNDEFINED);
        return *this;
    }
    Self& InputTensors(const std::vector<Tensor*>& tensors) {
        made_.inputs(tensors.size());
        for (std::size_t i = 0; i < tensors.size(); ++i)
            if (tensors[i]) made_.call().inputs[i] = *tensors[i];
        return *this;
    }
    Self& OutputShapes(std::initializer_list<AnyShape> shapes) { return OutputShapes(std::vector<AnyShape>(shapes)); }
    template <class S>
    Self& OutputShapes(const std::vector<S>& shapes) {
        made_.outputs(shapes.size());
        for (std::size_t i = 0; i < shapes.size(); ++i)
            if (const AnyShape shape = shapes[i]; shape.there) {
                made_.call().outputs[i]->MutableShape() = shape.value;
                if (made_.call().output_shapes.size() <= i) made_.call().output_shapes.resize(i + 1);
                made_.call().output_shapes[i] = shape.own;
            }
        return *this;
    }
    Self& InputDataTypes(const std::vector<ge::DataType*>& types) {
        made_.inputs(types.size());
        for (std::size_t i = 0; i < types.size(); ++i)
            if (types[i]) made_.call().inputs[i].emplace(StorageShape(), StorageFormat(), kOnDeviceHbm, *types[i]);
        return *this;
    }
    Self& OutputDataTypes(const std::vector<ge::DataType*>& types) {
        made_.outputs(types.size());
        for (std::size_t i = 0; i < types.size(); ++i)
            if (types[i]) made_.call().output_types[i] = *types[i];
        return *this;
    }
    Self& CompileInfo(void* info) { return made_.call().compile_info = info, *this; }
    Self& PlatformInfo(void* infos) {
        if (infos) made_.call().platform = *static_cast<fe::PlatFormInfos*>(infos);
        return *this;
    }
    Self& DeterministicInfo(void*) { return *this; }
    Self& TilingData(void*) { return *this; }  // there is room already
    Self& Workspace(ContinuousVector*) { return *this; }
    // Of a parse function: the description of the chip as text and as numbers, and the information to fill.
    Self& Inputs(const std::vector<void*>& given) { return given.size() > 1 ? PlatformInfo(given[1]) : *this; }
    Self& Outputs(const std::vector<void*>& given) { return given.empty() ? *this : CompileInfo(given[0]); }
    KernelRunContextHolder Build() { return KernelRunContextHolder(lanewise_build()); }
    // The same from elsewhere: tensors with all that is known of them, and bytes that live as long as what was faked.
    void lanewise_input(std::size_t i, ge::DataType type, const StorageFormat& format, const StorageShape& shape, void* values) {
        made_.inputs(i + 1);
        made_.call().input_descs[i] = CompileTimeTensorDesc(type, format);
        made_.call().inputs[i].emplace(shape, format, values ? kOnHost : kOnDeviceHbm, type, values);
    }
    void lanewise_output(std::size_t i, ge::DataType type, const StorageFormat& format, const StorageShape& shape) {
        made_.outputs(i + 1);
        made_.call().output_descs[i] = CompileTimeTensorDesc(type, format);
        made_.call().outputs[i].emplace(shape, format, kOnDeviceHbm, type);
        made_.call().output_types[i] = type;
    }
    void* lanewise_keep(const void* from, std::size_t size) { return made_.keep(from, size); }
    lanewise::op::Faked lanewise_build() {
        for (std::size_t i = 0; i < made_.call().inputs.size(); ++i)
            if (auto& tensor = made_.call().inputs[i]; tensor && tensor->GetDataType() == ge::DT_UNDEFINED)
                tensor->SetDataType(made_.call().input_descs[i].GetDataType());
        made_.finish();
        return made_;
    }

  private:
    lanewise::op::Faked made_;
};
using TilingContextFaker = KernelRunContextFaker;
using InferShapeContextFaker = KernelRunContextFaker;
using InferDataTypeContextFaker = KernelRunContextFaker;
using InferShapeRangeContextFaker = KernelRunContextFaker;

// --- where functions are asked for ---

class OpImplRegistry {
  public:
    static OpImplRegistry& GetInstance() {
        static OpImplRegistry one;
        return one;
    }
    const lanewise::op::OpImpl* GetOpImpl(const char* type) const { return lanewise::op::implementation(type); }
    const lanewise::op::OpImpl* GetOpImpl(const std::string& type) const { return GetOpImpl(type.c_str()); }
    OpImplRegistry* GetSpaceRegistry() { return this; }
    OpImplRegistry* GetDefaultSpaceRegistry() { return this; }
};
using OpImplSpaceRegistry = OpImplRegistry;
using OpImplSpaceRegistryV2 = OpImplRegistry;
using DefaultOpImplSpaceRegistry = OpImplRegistry;
using DefaultOpImplSpaceRegistryV2 = OpImplRegistry;

}  // namespace gert

// The description of a chip that older tests write as JSON: numbers and texts by name, wherever they stand.
inline void GetPlatFormInfos(const char* json, std::map<std::string, std::string>& soc, std::map<std::string, std::string>& core,
                             std::map<std::string, std::string>& intrinsics, std::map<std::string, std::string>&) {
    const auto value = [&](const char* name) -> std::string {
        const char* at = std::strstr(json, (std::string("\"") + name + "\"").c_str());
        at = at ? std::strchr(at + std::strlen(name) + 2, ':') : nullptr;
        if (!at) return {};
        at += 1 + std::strspn(at + 1, " \"\n\t");
        return std::string(at, std::strcspn(at, ",\"} \n\t"));
    };
    const auto put = [&](std::map<std::string, std::string>& to, const char* key, const char* name) {
        if (const std::string said = value(name); !said.empty()) to[key] = said;
    };
    put(soc, "ai_core_cnt", "CORE_NUM"), put(soc, "vector_core_cnt", "CORE_NUM"), put(soc, "l2_size", "L2_SIZE");
    put(core, "ub_size", "UB_SIZE"), put(core, "l1_size", "L1_SIZE"), put(core, "l0_a_size", "L0A_SIZE");
    put(core, "l0_b_size", "L0B_SIZE"), put(core, "l0_c_size", "L0C_SIZE");
    intrinsics.clear();
}
inline void GetPlatFormInfos(const char* json, std::map<std::string, std::string>& soc, std::map<std::string, std::string>& core,
                             std::map<std::string, std::string>& intrinsics) {
    std::map<std::string, std::string> version;
    GetPlatFormInfos(json, soc, core, intrinsics, version);
}
namespace ut_util {
using ::GetPlatFormInfos;
}
