//===- Header.cpp - the C header of a compiled module ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/CNames/CNames.h"

#include "llvm/Support/raw_ostream.h"

#include "llvm/ADT/StringSet.h"

using namespace mind;

static llvm::StringRef getCType(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return "float";
  case DType::F64:
    return "double";
  case DType::F16:
  case DType::BF16:
    return "uint16_t";
  case DType::I32:
  case DType::Q16:
    return "int32_t";
  case DType::I64:
    return "int64_t";
  case DType::I1:
    return "uint8_t";
  }
  return "";
}

namespace {

/// Gives the parameters of one C function names that are free and differ.
class ParameterNames {
public:
  explicit ParameterNames(size_t numResults) {
    used.insert("workspace");
    for (size_t i = 0; i < numResults; ++i)
      used.insert("out" + std::to_string(i));
  }

  std::string get(std::string name) {
    while (isReservedInC(name) || !used.insert(name).second)
      name += '_';
    return name;
  }

private:
  llvm::StringSet<> used;
};

} // namespace

void mind::writeHeader(llvm::ArrayRef<rt::Signature> functions, llvm::raw_ostream &os) {
  os << "// The functions of a program compiled by MIND.\n"
        "//\n"
        "// Tensors are row-major and aligned to 64 bytes; f16 and bf16 go by their bits,\n"
        "// q16 is value * 65536. The extents of named dims follow the inputs, then the\n"
        "// outputs, for which the caller has memory, then the workspace, of\n"
        "// f_workspace_bytes() bytes. Each function returns 0, or the number of the error\n"
        "// that stopped it (6001, ...), or 78 on a processor that it is not compiled for.\n"
        "#pragma once\n\n"
        "#include <stdint.h>\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const rt::Signature &signature : functions) {
    std::string name = getExportedName(signature.name);
    os << "\n// " << rt::toString(signature) << '\n' << "int32_t " << name << '(';
    ParameterNames names(signature.results.size());
    for (const rt::SignatureParam &param : signature.params) {
      bool isScalar = param.type.dims.empty();
      os << (isScalar ? "" : "const ") << getCType(param.type.dtype) << (isScalar ? " " : " *") << names.get(param.name)
         << ", ";
    }
    for (const std::string &dim : signature.getDimNames())
      os << "int64_t " << names.get(dim) << ", ";
    for (size_t i = 0; i < signature.results.size(); ++i)
      os << getCType(signature.results[i].dtype) << " *out" << i << ", ";
    os << "void *workspace);\n"
       << "int64_t " << name << "_workspace_bytes(void);\n";
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n";
}
