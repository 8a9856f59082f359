// What shape, type, parse and tiling functions are given: views of one call.
#pragma once

#include <deque>
#include <optional>

#include "lanewise/operator/host/platform.h"
#include "lanewise/operator/shapes.h"

namespace gert {

class AnchorInstanceInfo {
  public:
    AnchorInstanceInfo() = default;
    AnchorInstanceInfo(std::uint32_t start, std::uint32_t count) : start_(start), count_(count) {}
    std::size_t GetInstanceStart() const { return start_; }
    std::size_t GetInstanceNum() const { return count_; }

  private:
    std::uint32_t start_ = 0, count_ = 0;
};

}  // namespace gert

namespace lanewise::op {

// Instances are tensors counted one by one; an optional input that is absent has its number, too.
struct Call {
    std::string type;
    std::deque<std::optional<gert::Tensor>> inputs, outputs;
    std::deque<gert::CompileTimeTensorDesc> input_descs, output_descs;
    std::vector<gert::AnchorInstanceInfo> input_parameters, output_parameters;
    gert::RuntimeAttrs attrs;
    std::vector<ge::DataType> output_types;
    std::vector<gert::Shape*> output_shapes;  // of a test that keeps some of them itself
    void* compile_info = nullptr;
    fe::PlatFormInfos platform;

    gert::TilingData tiling;
    std::vector<std::size_t> workspaces;
    std::uint64_t key = 0;
    std::uint32_t blocks = 0, schedule_mode = 0, dynamic_ub = 0;
    bool need_atomic = false;
};

}  // namespace lanewise::op

namespace gert {

class ComputeNodeInfo {
  public:
    explicit ComputeNodeInfo(lanewise::op::Call* call) : call_(call) {}
    const char* GetNodeType() const { return call_->type.c_str(); }
    const char* GetNodeName() const { return call_->type.c_str(); }
    std::size_t GetIrInputsNum() const { return call_->input_parameters.size(); }
    std::size_t GetIrOutputsNum() const { return call_->output_parameters.size(); }
    std::size_t GetInputsNum() const { return call_->inputs.size(); }
    std::size_t GetOutputsNum() const { return call_->outputs.size(); }
    const AnchorInstanceInfo* GetInputInstanceInfo(std::size_t ir) const {
        return ir < call_->input_parameters.size() ? &call_->input_parameters[ir] : nullptr;
    }
    const AnchorInstanceInfo* GetOutputInstanceInfo(std::size_t ir) const {
        return ir < call_->output_parameters.size() ? &call_->output_parameters[ir] : nullptr;
    }
    const CompileTimeTensorDesc* GetInputTdInfo(std::size_t i) const {
        return i < call_->inputs.size() && call_->inputs[i] ? &call_->input_descs[i] : nullptr;
    }
    const CompileTimeTensorDesc* GetOutputTdInfo(std::size_t i) const {
        return i < call_->output_descs.size() ? &call_->output_descs[i] : nullptr;
    }
    CompileTimeTensorDesc* MutableInputTdInfo(std::size_t i) const {
        return i < call_->input_descs.size() && call_->inputs[i] ? &call_->input_descs[i] : nullptr;
    }
    CompileTimeTensorDesc* MutableOutputTdInfo(std::size_t i) const {
        return i < call_->output_descs.size() ? &call_->output_descs[i] : nullptr;
    }
    const RuntimeAttrs* GetAttrs() const { return &call_->attrs; }

  private:
    lanewise::op::Call* call_;
};

// The general form: numbered values. Old parse functions read their two inputs and their one output so.
class KernelContext {
  public:
    explicit KernelContext(lanewise::op::Call* call) : lanewise_call(call) {}
    std::size_t GetInputNum() const { return lanewise_call->inputs.size(); }
    std::size_t GetOutputNum() const { return lanewise_call->outputs.size(); }
    template <class T>
    T* GetOutputPointer(std::size_t i) {
        return i == 0 ? static_cast<T*>(lanewise_call->compile_info) : nullptr;
    }
    template <class T>
    T GetInputValue(std::size_t i) const {
        if constexpr (std::is_same_v<T, fe::PlatFormInfos*>) return i == 1 ? &lanewise_call->platform : nullptr;
        else return T();
    }
    template <class T>
    const T* GetInputPointer(std::size_t) const {
        return nullptr;
    }
    const char* GetInputStrPointer(std::size_t i) const { return i == 0 ? "{}" : nullptr; }

    lanewise::op::Call* lanewise_call;

  protected:
    const Tensor* instance(std::size_t i) const {
        auto& inputs = lanewise_call->inputs;
        return i < inputs.size() && inputs[i] ? &*inputs[i] : nullptr;
    }
    const Tensor* parameter(std::size_t ir, std::size_t k) const {
        const auto& parameters = lanewise_call->input_parameters;
        if (ir >= parameters.size() || k >= parameters[ir].GetInstanceNum()) return nullptr;
        return instance(parameters[ir].GetInstanceStart() + k);
    }
    const Tensor* result(std::size_t i) const {
        auto& outputs = lanewise_call->outputs;
        return i < outputs.size() && outputs[i] ? &*outputs[i] : nullptr;
    }
};

class ExtendedKernelContext : public KernelContext {
  public:
    using KernelContext::KernelContext;
    const CompileTimeTensorDesc* GetInputDesc(std::size_t i) const {
        return instance(i) ? &lanewise_call->input_descs[i] : nullptr;
    }
    const CompileTimeTensorDesc* GetOptionalInputDesc(std::size_t ir) const { return GetDynamicInputDesc(ir, 0); }
    const CompileTimeTensorDesc* GetRequiredInputDesc(std::size_t ir) const { return GetDynamicInputDesc(ir, 0); }
    const CompileTimeTensorDesc* GetDynamicInputDesc(std::size_t ir, std::size_t k) const {
        return parameter(ir, k) ? &lanewise_call->input_descs[lanewise_call->input_parameters[ir].GetInstanceStart() + k] : nullptr;
    }
    const CompileTimeTensorDesc* GetOutputDesc(std::size_t i) const {
        return i < lanewise_call->output_descs.size() ? &lanewise_call->output_descs[i] : nullptr;
    }
    const CompileTimeTensorDesc* GetRequiredOutputDesc(std::size_t ir) const { return GetDynamicOutputDesc(ir, 0); }
    const CompileTimeTensorDesc* GetDynamicOutputDesc(std::size_t ir, std::size_t k) const {
        const auto* of = GetIrOutputInstanceInfo(ir);
        return of && k < of->GetInstanceNum() ? GetOutputDesc(of->GetInstanceStart() + k) : nullptr;
    }
    const AnchorInstanceInfo* GetIrInputInstanceInfo(std::size_t ir) const {
        return ir < lanewise_call->input_parameters.size() ? &lanewise_call->input_parameters[ir] : nullptr;
    }
    const AnchorInstanceInfo* GetIrOutputInstanceInfo(std::size_t ir) const {
        return ir < lanewise_call->output_parameters.size() ? &lanewise_call->output_parameters[ir] : nullptr;
    }
    std::size_t GetComputeNodeInputNum() const { return lanewise_call->inputs.size(); }
    std::size_t GetComputeNodeOutputNum() const { return lanewise_call->outputs.size(); }
    const RuntimeAttrs* GetAttrs() const { return &lanewise_call->attrs; }
    const char* GetNodeName() const { return lanewise_call->type.c_str(); }
    const char* GetNodeType() const { return lanewise_call->type.c_str(); }
    const ComputeNodeInfo* GetComputeNodeInfo() const { return &info_; }
    const KernelContext* GetKernelContext() const { return this; }
    KernelContext* GetKernelContext() { return this; }

  private:
    ComputeNodeInfo info_{lanewise_call};
};

class TilingContext : public ExtendedKernelContext {
  public:
    using ExtendedKernelContext::ExtendedKernelContext;
    const StorageShape* GetInputShape(std::size_t i) const { return shape(instance(i)); }
    const StorageShape* GetOptionalInputShape(std::size_t ir) const { return shape(parameter(ir, 0)); }
    const StorageShape* GetRequiredInputShape(std::size_t ir) const { return shape(parameter(ir, 0)); }
    const StorageShape* GetDynamicInputShape(std::size_t ir, std::size_t k) const { return shape(parameter(ir, k)); }
    const Tensor* GetInputTensor(std::size_t i) const { return instance(i); }
    const Tensor* GetOptionalInputTensor(std::size_t ir) const { return parameter(ir, 0); }
    const Tensor* GetRequiredInputTensor(std::size_t ir) const { return parameter(ir, 0); }
    const Tensor* GetDynamicInputTensor(std::size_t ir, std::size_t k) const { return parameter(ir, k); }
    const StorageShape* GetOutputShape(std::size_t i) const { return shape(result(i)); }
    const StorageShape* GetRequiredOutputShape(std::size_t ir) const { return GetDynamicOutputShape(ir, 0); }
    const StorageShape* GetDynamicOutputShape(std::size_t ir, std::size_t k) const {
        const auto* of = GetIrOutputInstanceInfo(ir);
        return of && k < of->GetInstanceNum() ? GetOutputShape(of->GetInstanceStart() + k) : nullptr;
    }

    fe::PlatFormInfos* GetPlatformInfo() const { return &lanewise_call->platform; }
    const void* GetCompileInfo() const { return lanewise_call->compile_info; }
    template <class T>
    const T* GetCompileInfo() const {
        return static_cast<const T*>(lanewise_call->compile_info);
    }

    ge::graphStatus SetBlockDim(std::uint32_t blocks) { return lanewise_call->blocks = blocks, ge::GRAPH_SUCCESS; }
    ge::graphStatus SetSimdNumBlocks(std::uint32_t blocks) { return SetBlockDim(blocks); }
    ge::graphStatus SetNumBlocks(std::uint32_t blocks) { return SetBlockDim(blocks); }
    std::uint32_t GetBlockDim() const { return lanewise_call->blocks; }
    std::uint32_t GetSimdNumBlocks() const { return lanewise_call->blocks; }
    std::uint32_t GetNumBlocks() const { return lanewise_call->blocks; }
    ge::graphStatus SetTilingKey(std::uint64_t key) { return lanewise_call->key = key, ge::GRAPH_SUCCESS; }
    std::uint64_t GetTilingKey() const { return lanewise_call->key; }
    ge::graphStatus SetScheduleMode(std::uint32_t mode) { return lanewise_call->schedule_mode = mode, ge::GRAPH_SUCCESS; }
    std::uint32_t GetScheduleMode() const { return lanewise_call->schedule_mode; }
    ge::graphStatus SetLocalMemorySize(std::uint32_t bytes) { return lanewise_call->dynamic_ub = bytes, ge::GRAPH_SUCCESS; }
    ge::graphStatus SetDynUBufSize(std::uint32_t bytes) { return SetLocalMemorySize(bytes); }
    std::uint32_t GetLocalMemorySize() const { return lanewise_call->dynamic_ub; }
    ge::graphStatus SetNeedAtomic(bool need) { return lanewise_call->need_atomic = need, ge::GRAPH_SUCCESS; }
    bool NeedAtomic() const { return lanewise_call->need_atomic; }
    ge::graphStatus SetTilingCond(std::int32_t condition) { return condition_ = condition, ge::GRAPH_SUCCESS; }
    std::int32_t GetTilingCond() const { return condition_; }
    ge::graphStatus SetAicpuBlockDim(std::uint32_t) { return ge::GRAPH_SUCCESS; }
    std::int32_t GetDeterministic() const { return 0; }
    std::int32_t GetDeterministicLevel() const { return 0; }

    std::size_t* GetWorkspaceSizes(std::size_t count) {
        if (count > 64) return nullptr;
        lanewise_call->workspaces.resize(count);  // what was said before stays
        return lanewise_call->workspaces.data();
    }
    std::size_t GetWorkspaceNum() const { return lanewise_call->workspaces.size(); }
    TilingData* GetRawTilingData() { return &lanewise_call->tiling; }
    const TilingData* GetRawTilingData() const { return &lanewise_call->tiling; }
    template <class T>
    T* GetTilingData() {
        if (sizeof(T) > lanewise_call->tiling.GetCapacity()) return nullptr;
        lanewise_call->tiling.SetDataSize(sizeof(T));
        return static_cast<T*>(lanewise_call->tiling.GetData());
    }

    // No tensor is a view of another.
    bool InputIsView(std::size_t) const { return false; }
    bool OutputIsView(std::size_t) const { return false; }
    const Stride* GetInputStride(std::size_t) const { return nullptr; }
    const Stride* GetOptionalInputStride(std::size_t) const { return nullptr; }
    const Stride* GetRequiredInputStride(std::size_t) const { return nullptr; }
    const Stride* GetDynamicInputStride(std::size_t, std::size_t) const { return nullptr; }
    const Stride* GetOutputStride(std::size_t) const { return nullptr; }
    std::int64_t GetInputOffset(std::size_t) const { return -1; }
    std::int64_t GetOutputOffset(std::size_t) const { return -1; }

  private:
    static const StorageShape* shape(const Tensor* tensor) { return tensor ? &tensor->GetShape() : nullptr; }
    std::int32_t condition_ = 0;
};

class TilingParseContext : public ExtendedKernelContext {
  public:
    using ExtendedKernelContext::ExtendedKernelContext;
    const char* GetCompiledJson() const { return "{}"; }
    template <class T>
    T* GetCompiledInfo() {
        return static_cast<T*>(lanewise_call->compile_info);
    }
    fe::PlatFormInfos* GetPlatformInfo() const { return &lanewise_call->platform; }
};

class InferShapeContext : public ExtendedKernelContext {
  public:
    using ExtendedKernelContext::ExtendedKernelContext;
    const Shape* GetInputShape(std::size_t i) const { return shape(instance(i)); }
    const Shape* GetOptionalInputShape(std::size_t ir) const { return shape(parameter(ir, 0)); }
    const Shape* GetRequiredInputShape(std::size_t ir) const { return shape(parameter(ir, 0)); }
    const Shape* GetDynamicInputShape(std::size_t ir, std::size_t k) const { return shape(parameter(ir, k)); }
    const Tensor* GetInputTensor(std::size_t i) const { return instance(i); }
    const Tensor* GetOptionalInputTensor(std::size_t ir) const { return parameter(ir, 0); }
    const Tensor* GetRequiredInputTensor(std::size_t ir) const { return parameter(ir, 0); }
    const Tensor* GetDynamicInputTensor(std::size_t ir, std::size_t k) const { return parameter(ir, k); }
    Shape* GetOutputShape(std::size_t i) {
        if (i < lanewise_call->output_shapes.size() && lanewise_call->output_shapes[i]) return lanewise_call->output_shapes[i];
        auto& outputs = lanewise_call->outputs;
        return i < outputs.size() && outputs[i] ? &outputs[i]->MutableOriginShape() : nullptr;
    }
    Shape* GetRequiredOutputShape(std::size_t ir) { return GetDynamicOutputShape(ir, 0); }
    Shape* GetDynamicOutputShape(std::size_t ir, std::size_t k) {
        const auto* of = GetIrOutputInstanceInfo(ir);
        return of && k < of->GetInstanceNum() ? GetOutputShape(of->GetInstanceStart() + k) : nullptr;
    }

  private:
    static const Shape* shape(const Tensor* tensor) { return tensor ? &tensor->GetOriginShape() : nullptr; }
};

// For shapes that are not known yet: arrays have theirs, so functions that take it are never called here.
class InferShapeRangeContext : public ExtendedKernelContext {
  public:
    using ExtendedKernelContext::ExtendedKernelContext;
    const Range<Shape>* GetInputShapeRange(std::size_t) const { return nullptr; }
    const Range<Shape>* GetOptionalInputShapeRange(std::size_t) const { return nullptr; }
    const Range<Shape>* GetRequiredInputShapeRange(std::size_t) const { return nullptr; }
    const Range<Shape>* GetDynamicInputShapeRange(std::size_t, std::size_t) const { return nullptr; }
    const TensorRange* GetInputTensorRange(std::size_t) const { return nullptr; }
    const TensorRange* GetOptionalInputTensorRange(std::size_t) const { return nullptr; }
    const TensorRange* GetRequiredInputTensorRange(std::size_t) const { return nullptr; }
    const TensorRange* GetDynamicInputTensorRange(std::size_t, std::size_t) const { return nullptr; }
    Range<Shape>* GetOutputShapeRange(std::size_t) { return nullptr; }
};

class InferDataTypeContext : public ExtendedKernelContext {
  public:
    using ExtendedKernelContext::ExtendedKernelContext;
    ge::DataType GetInputDataType(std::size_t i) const { return type(instance(i)); }
    ge::DataType GetOptionalInputDataType(std::size_t ir) const { return type(parameter(ir, 0)); }
    ge::DataType GetRequiredInputDataType(std::size_t ir) const { return type(parameter(ir, 0)); }
    ge::DataType GetDynamicInputDataType(std::size_t ir, std::size_t k) const { return type(parameter(ir, k)); }
    ge::DataType GetOutputDataType(std::size_t i) const {
        const auto& types = lanewise_call->output_types;
        return i < types.size() ? types[i] : undefined;
    }
    ge::graphStatus SetOutputDataType(std::size_t i, ge::DataType type) {
        if (i >= lanewise_call->output_types.size()) return ge::GRAPH_FAILED;
        lanewise_call->output_types[i] = type;
        return ge::GRAPH_SUCCESS;
    }

  private:
    static constexpr ge::DataType undefined = static_cast<ge::DataType>(28);
    static ge::DataType type(const Tensor* tensor) { return tensor ? tensor->GetDataType() : undefined; }
};

class InferFormatContext : public ExtendedKernelContext {
  public:
    using ExtendedKernelContext::ExtendedKernelContext;
};

}  // namespace gert
