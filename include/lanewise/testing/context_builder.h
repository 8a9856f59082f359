// Contexts of tiling functions as programs build them by the documented classes, and the functions to call with them.
#pragma once

#include <fstream>
#include <type_traits>

#include "lanewise/testing/fakers.h"

namespace context_ascendc {

// Owns what a context refers to.
class KernelContextHolder : public gert::KernelRunContextHolder {
  public:
    using gert::KernelRunContextHolder::KernelRunContextHolder;
    gert::KernelContext* GetKernelContext() { return GetContext<gert::KernelContext>(); }
};

class ContextBuilder {
  public:
    using Self = ContextBuilder;
    Self& SetOpNameType(const std::string&, const std::string& type) { return faker_.SetOpType(type), *this; }
    Self& NodeIoNum(std::size_t inputs, std::size_t outputs) { return faker_.NodeIoNum(inputs, outputs), *this; }
    Self& KernelIONum(std::size_t, std::size_t) { return *this; }
    Self& IrInstanceNum(const std::vector<std::uint32_t>& counts) { return faker_.IrInstanceNum(counts), *this; }
    Self& AddInputTd(std::int32_t index, ge::DataType type, ge::Format origin, ge::Format storage, const gert::StorageShape& shape) {
        return input(index, type, origin, storage, shape, nullptr);
    }
    // With values, which functions may then read.
    template <class T>
    Self& AddInputTd(std::int32_t index, ge::DataType type, ge::Format origin, ge::Format storage, const gert::StorageShape& shape,
                     const std::vector<T>& values) {
        return input(index, type, origin, storage, shape, keep(values.data(), values.size() * sizeof(T)));
    }
    // With the values of a file, byte for byte.
    Self& AddInputTd(std::int32_t index, ge::DataType type, ge::Format origin, ge::Format storage, const gert::StorageShape& shape,
                     const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        if (!file) std::fprintf(stderr, "AddInputTd: %s cannot be read: the values of input %d are not there\n", path.c_str(), index);
        const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        return input(index, type, origin, storage, shape, bytes.empty() ? nullptr : keep(bytes.data(), bytes.size()));
    }
    Self& AddOutputTd(std::int32_t index, ge::DataType type, ge::Format origin, ge::Format storage, const gert::StorageShape& shape) {
        faker_.lanewise_output(static_cast<std::size_t>(index), type, gert::StorageFormat(origin, storage), shape);
        return *this;
    }
    template <class T>
    Self& AddAttr(const std::string& name, const T& value) {
        if constexpr (std::is_convertible_v<T, std::string>) faker_.NodeAttrs({{name, ge::AnyValue::CreateFrom<std::string>(value)}});
        else faker_.NodeAttrs({{name, ge::AnyValue::CreateFrom(value)}});
        return *this;
    }
    Self& CompileInfo(void* info) { return faker_.CompileInfo(info), *this; }
    Self& PlatformInfo(void* infos) { return faker_.PlatformInfo(infos), *this; }
    // The chip is the one that the program is built for: its own numbers answer.
    Self& AddPlatformInfo(const std::string&) { return *this; }
    Self& TilingData(void*) { return *this; }  // there is room already
    Self& Workspace(gert::ContinuousVector*) { return *this; }
    Self& Inputs(const std::vector<void*>& given) { return faker_.Inputs(given), *this; }
    Self& Outputs(const std::vector<void*>& given) { return faker_.Outputs(given), *this; }
    std::shared_ptr<KernelContextHolder> BuildTilingContext() { return std::make_shared<KernelContextHolder>(faker_.lanewise_build()); }
    std::shared_ptr<KernelContextHolder> BuildKernelRunContext() { return BuildTilingContext(); }

  private:
    Self& input(std::int32_t index, ge::DataType type, ge::Format origin, ge::Format storage, const gert::StorageShape& shape, void* values) {
        faker_.lanewise_input(static_cast<std::size_t>(index), type, gert::StorageFormat(origin, storage), shape, values);
        return *this;
    }
    void* keep(const void* from, std::size_t size) { return faker_.lanewise_keep(from, size); }
    gert::KernelRunContextFaker faker_;
};

using OpTilingFunc = ge::graphStatus (*)(gert::TilingContext*);

// Where tiling functions are asked for by the type of their operator.
class OpTilingRegistry {
  public:
    // The operator's host side is part of the program: the library that is named would register the same functions.
    bool LoadTilingLibrary(const char*) const { return true; }
    OpTilingFunc GetTilingFunc(const char* type) const { return lanewise::op::implementation(type)->tiling; }
    OpTilingFunc GetTilingFunc(const std::string& type) const { return GetTilingFunc(type.c_str()); }
};

}  // namespace context_ascendc
