//===- Jit.cpp - code in memory -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"

#include "../../Runtime/MemoryBudget.h"

#include "Mind/Runtime/Format.h"
#include "Mind/Runtime/ProcessorName.h"
#include "Mind/Target/Elf/ElfTarget.h"
#include "Mind/Target/Entry/Entry.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace mlir;
using namespace mind;
using namespace mind::elf;

static constexpr size_t kPage = 4096;
static size_t roundToPages(size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

struct DirectModule::Code {
  Image image;
  uint8_t *memory = nullptr;
  size_t memoryBytes = 0;
};

DirectModule::DirectModule(std::unique_ptr<Code> code) : code(std::move(code)) {}
DirectModule::~DirectModule() {
  if (code->memory)
    ::munmap(code->memory, code->memoryBytes);
}

std::unique_ptr<DirectModule> DirectModule::compile(ModuleOp module, rt::Fault &fault, StringRef cpu) {
  Processor processor;
  if (!findProcessor(cpu, processor, fault))
    return nullptr;
  if (!hasProcessor(processor)) {
    fault = getProcessorFault(processor);
    return nullptr;
  }
  OwningOpRef<ModuleOp> copy = module.clone();
  for (auto function : llvm::make_early_inc_range(copy->getOps<func::FuncOp>()))
    if (function.isPublic() && !function.isDeclaration() && !bindDims(*copy, function.getName(), {}, fault))
      return nullptr;
  auto code = std::make_unique<Code>();
  if (!prepareModule(*copy, fault) || !compileModule(*copy, processor, kPage, code->image, fault))
    return nullptr;
  const Image &image = code->image;
  code->memoryBytes = roundToPages(image.constantsOffset + image.constants.size());
  void *memory = ::mmap(nullptr, code->memoryBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    fault = {rt::fault::kMemory, "there is no memory for the program's code"};
    return nullptr;
  }
  code->memory = static_cast<uint8_t *>(memory);
  std::memcpy(code->memory, image.code.data(), image.code.size());
  if (!image.constants.empty())
    std::memcpy(code->memory + image.constantsOffset, image.constants.data(), image.constants.size());
  // What is executed cannot be written.
  size_t executable = roundToPages(image.code.size());
  if (::mprotect(memory, executable, PROT_READ | PROT_EXEC) != 0 ||
      ::mprotect(code->memory + executable, code->memoryBytes - executable, PROT_READ) != 0) {
    ::munmap(memory, code->memoryBytes);
    fault = {rt::fault::kMemory, "the system does not let code be executed that was made in memory"};
    return nullptr;
  }
  return std::unique_ptr<DirectModule>(new DirectModule(std::move(code)));
}

static void printText(Context *context, const char *text, int64_t bytes) {
  static_cast<llvm::raw_ostream *>(context->host)->write(text, size_t(bytes));
}

static void printTensor(Context *context, int64_t dtype, int64_t rank, const int64_t *shape, const void *elements) {
  std::string text;
  rt::appendTensor(text, DType(dtype), shape, size_t(rank), elements);
  *static_cast<llvm::raw_ostream *>(context->host) << text;
}

namespace {

/// Memory from the system, returned at the end.
class Mapping {
public:
  Mapping() = default;
  Mapping(Mapping &&other) : begin(other.begin), bytes(other.bytes), used(other.used), data(other.data) {
    other.begin = nullptr;
  }
  Mapping &operator=(Mapping &&) = delete;
  ~Mapping() {
    if (!begin)
      return;
    ::munmap(begin, bytes);
    rt::returnMemory(bytes);
  }

  /// Zeroed pages; or, if `isChecked`, other bytes that end where memory does.
  static Mapping make(size_t size, bool isChecked) {
    Mapping result;
    size_t rounded = roundToPages(size + kPage);
    // The system promises more than there is.
    if (!rt::reserveMemory(rounded))
      return result;
    void *memory =
        ::mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
      rt::returnMemory(rounded);
      return result;
    }
    result.begin = result.data = static_cast<uint8_t *>(memory);
    result.bytes = rounded;
    if (!isChecked)
      return result;
    size_t usable = rounded - kPage;
    std::memset(result.begin, kFilling, usable);
    if (::mprotect(result.begin + usable, kPage, PROT_NONE) != 0)
      std::abort();
    // As near to the end as the alignment lets.
    result.data += (usable - size) / rt::kAlignment * rt::kAlignment;
    result.used = size;
    return result;
  }

  uint8_t *get() const { return data; }
  void protect() {
    if (::mprotect(begin, bytes - kPage, PROT_READ) != 0)
      std::abort();
  }
  /// Ends the process if something was written beside the bytes asked for.
  void check() const {
    for (uint8_t *at = begin; at != begin + bytes - kPage; ++at)
      if ((at < data || at >= data + used) && *at != kFilling) {
        std::fprintf(stderr, "direct code wrote beside its memory, at %td of %zu bytes\n", at - data, used);
        std::abort();
      }
  }

private:
  /// As a float and a position a number that no program expects.
  static constexpr uint8_t kFilling = 0xcb;

  uint8_t *begin = nullptr;
  size_t bytes = 0, used = 0;
  uint8_t *data = nullptr;
};

} // namespace

static rt::Fault makeFault(const Context &context) {
  switch (context.fault) {
  case 6001:
    return rt::makeIndexFault(context.index, context.extent);
  case 6002:
    return rt::makeNoValueFault();
  case 6003:
    return {rt::fault::kAssertion, std::string(context.message, size_t(context.messageBytes))};
  default:
    return rt::makeRecursionFault();
  }
}

interpreter::Outcome DirectModule::run(StringRef function, ArrayRef<rt::Tensor> args, llvm::raw_ostream &out) {
  interpreter::Outcome outcome;
  const ImageEntry *entry = code->image.findEntry(function);
  rt::Fault fault;
  if (!entry) {
    outcome.fault = rt::Fault{"E5002", "there is no function `" + function.str() + "`"};
    return outcome;
  }
  std::map<std::string, int64_t> dims;
  if (!rt::bindDims(entry->signature, args.vec(), dims, fault)) {
    outcome.fault = std::move(fault);
    return outcome;
  }
  for (const rt::SignatureType &type : entry->signature.results) {
    std::vector<int64_t> shape;
    for (const rt::SignatureDim &dim : type.dims)
      shape.push_back(dim.size);
    rt::Tensor result;
    if (!rt::Tensor::tryAllocate(type.dtype, shape, result, fault)) {
      outcome.fault = std::move(fault);
      return outcome;
    }
    outcome.results.push_back(std::move(result));
  }
  outcome.workspaceBytes = entry->workspaceBytes;
  Mapping mapping = Mapping::make(size_t(entry->workspaceBytes), checksMemory);
  uint8_t *workspace = mapping.get();
  if (!workspace) {
    outcome.fault = rt::Fault{rt::fault::kMemory, "there is not enough memory for the program's tensors"};
    outcome.results.clear();
    return outcome;
  }
  auto **slots = reinterpret_cast<const void **>(workspace);
  std::vector<Mapping> copies;
  auto addSlot = [&](const rt::Tensor &tensor, bool isArgument) {
    *slots = tensor.rawData();
    if (checksMemory) {
      Mapping &copy = copies.emplace_back(Mapping::make(tensor.numBytes(), true));
      *slots = copy.get();
      if (isArgument) {
        std::memcpy(copy.get(), tensor.rawData(), tensor.numBytes());
        copy.protect();
      }
    }
    ++slots;
  };
  for (const rt::Tensor &arg : args)
    addSlot(arg, true);
  for (rt::Tensor &result : outcome.results)
    addSlot(result, false);

  Context context = {};
  context.limit = workspace + entry->workspaceBytes;
  context.printText = printText;
  context.printTensor = printTensor;
  context.host = &out;
  Enter enter;
  uint8_t *start = code->memory;
  std::memcpy(&enter, &start, sizeof enter);
  bool isStopped = enter(&context, workspace, code->memory + entry->offset) != 0;
  if (checksMemory) {
    mapping.check();
    for (const Mapping &copy : copies)
      copy.check();
    for (size_t i = 0; i < outcome.results.size(); ++i)
      std::memcpy(outcome.results[i].mutableRawData(), copies[args.size() + i].get(), outcome.results[i].numBytes());
  }
  if (isStopped) {
    outcome.results.clear();
    outcome.fault = makeFault(context);
    return outcome;
  }
  for (rt::Tensor &result : outcome.results)
    if (!result.canonicalizeNaNs(fault)) {
      outcome.fault = std::move(fault);
      outcome.results.clear();
      break;
    }
  return outcome;
}

interpreter::Outcome elf::runDirect(ModuleOp module, StringRef function, ArrayRef<rt::Tensor> args,
                                    llvm::raw_ostream &out, const std::map<std::string, int64_t> &dims,
                                    StringRef cpu) {
  interpreter::Outcome outcome;
  rt::Fault fault;
  keepOnly(module, function);
  if (bindDims(module, function, dims, fault))
    if (auto compiled = DirectModule::compile(module, fault, cpu))
      return compiled->run(function, args, out);
  outcome.fault = std::move(fault);
  return outcome;
}
