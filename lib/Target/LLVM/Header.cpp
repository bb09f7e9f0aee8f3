//===- Header.cpp - the C header of a compiled module ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

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

/// A name that C can have: of a parameter, a dim.
static std::string getCName(llvm::StringRef name) {
  static constexpr llvm::StringLiteral kReserved[] = {"auto",   "char",   "double", "float", "int",    "long",
                                                      "short",  "signed", "static", "void",  "switch", "case",
                                                      "default", "do",    "goto",   "register", "volatile"};
  return llvm::is_contained(kReserved, name) ? (name + "_").str() : name.str();
}

void mind::writeHeader(llvm::ArrayRef<EntryPoint> entries, llvm::raw_ostream &os) {
  os << "// The functions of a program compiled by MIND.\n"
        "//\n"
        "// Tensors are row-major and aligned to 64 bytes; f16 and bf16 go by their bits,\n"
        "// q16 is value * 65536. The extents of named dims follow the inputs, then the\n"
        "// outputs, for which the caller has memory, then the workspace, of\n"
        "// f_workspace_bytes() bytes. Each function returns 0, or the number of the error\n"
        "// that stopped it (6001, ...).\n"
        "#pragma once\n\n"
        "#include <stdint.h>\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const EntryPoint &entry : entries) {
    if (entry.name == "main")
      continue;
    const rt::Signature &signature = entry.signature;
    os << "\n// " << rt::toString(signature) << '\n' << "int32_t " << entry.name << '(';
    for (const rt::SignatureParam &param : signature.params) {
      bool isScalar = param.type.dims.empty();
      os << (isScalar ? "" : "const ") << getCType(param.type.dtype) << (isScalar ? " " : " *")
         << getCName(param.name) << ", ";
    }
    for (const std::string &name : signature.getDimNames())
      os << "int64_t " << getCName(name) << ", ";
    for (size_t i = 0; i < signature.results.size(); ++i)
      os << getCType(signature.results[i].dtype) << " *out" << i << ", ";
    os << "void *workspace);\n"
       << "int64_t " << entry.name << "_workspace_bytes(void);\n";
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n";
}
