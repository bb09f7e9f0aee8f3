//===- OperatorForms.cpp - each op as text --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorForms.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "llvm/ADT/StringExtras.h"

using namespace mind;
using namespace mind::test;
using llvm::ArrayRef;

std::string test::getTypeText(DType dtype, ArrayRef<int64_t> shape) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text +
         (dtype == DType::I1    ? "i1"
          : dtype == DType::Q16 ? "!mind.q16"
                                : std::string(getDTypeName(dtype))) +
         ">";
}

/// Long enough in the last dim for whole vectors and a rest.
static Extents getShape(unsigned rank) {
  static const int64_t extents[] = {2, 2, 3, 19};
  return Extents(std::end(extents) - rank, std::end(extents));
}

/// `[[1, 2], [3, 4]]` of as many elements as the shape has.
static std::string getElements(DType dtype, ArrayRef<int64_t> shape, int64_t &next) {
  if (shape.empty()) {
    int64_t number = next++ % 7 - 3;
    if (dtype == DType::I1)
      return number % 2 ? "true" : "false";
    return std::to_string(number) + (isFloat(dtype) ? ".5" : "");
  }
  std::string text = "[";
  for (int64_t i = 0; i < shape[0]; ++i)
    text += (i ? ", " : "") + getElements(dtype, shape.drop_front(), next);
  return text + "]";
}

static std::string getList(ArrayRef<int64_t> numbers) {
  return "[" + llvm::join(llvm::map_range(numbers, [](int64_t n) { return std::to_string(n); }), ", ") + "]";
}

static Form makeUnary(std::string title, std::string op, std::string word) {
  return {title, op, [op, word](DType dtype, unsigned rank) -> std::vector<Use> {
            return {{op + word + " : $t0", {{dtype, getShape(rank)}}}};
          }};
}

/// On two tensors of one shape, and with a first or second operand that is broadcast.
static Form makeBinary(std::string title, std::string op, std::string word, bool broadcasts = true) {
  return {title, op, [=](DType dtype, unsigned rank) {
            std::string text = op + word + " $0, $1 : $t0" + (broadcasts ? ", $t1" : "");
            Operand whole{dtype, getShape(rank)};
            std::vector<Use> uses{{text, {whole, whole}}};
            if (rank == 0 || !broadcasts)
              return uses;
            uses.push_back({text, {whole, {dtype, getShape(rank - 1)}}});
            uses.push_back({text, {whole, {dtype, {}}}});
            Extents thin = whole.shape;
            thin.back() = 1;
            uses.push_back({text, {{dtype, thin}, whole}});
            return uses;
          }};
}

/// Over all axes, each one, and the first and last, with and without them kept.
static Form makeReduction(std::string op) {
  return {
      op, "mind." + op, [op](DType dtype, unsigned rank) {
        std::vector<Use> uses;
        auto add = [&](ArrayRef<int64_t> axes) {
          for (const char *keep : {"", " keepdims"})
            uses.push_back({"mind." + op + " $0 axes " + getList(axes) + keep + " : $t0", {{dtype, getShape(rank)}}});
        };
        add({});
        for (int64_t axis = 0; axis < rank; ++axis)
          add({axis});
        if (rank > 2)
          add({0, rank - 1});
        return uses;
      }};
}

static void addSelection(std::vector<Form> &forms) {
  forms.push_back(
      {"index", "mind.index", [](DType dtype, unsigned rank) {
         std::vector<Use> uses;
         for (int64_t axis = 0; axis < rank; ++axis)
           uses.push_back({"mind.index $0 axes " + getList({axis}) + " indices [1] : $t0", {{dtype, getShape(rank)}}});
         return uses;
       }});
  forms.push_back(
      {"slice", "mind.slice", [](DType dtype, unsigned rank) {
         std::vector<Use> uses;
         for (int64_t axis = 0; axis < rank; ++axis)
           for (const char *range : {" starts [1] ends [?] strides [1]", " starts [1] ends [-1] strides [-1]"})
             uses.push_back({"mind.slice $0 axes " + getList({axis}) + range + " : $t0", {{dtype, getShape(rank)}}});
         return uses;
       }});
  forms.push_back({"gather", "mind.gather", [](DType dtype, unsigned rank) {
                     std::vector<Use> uses;
                     for (int64_t axis = 0; axis < rank; ++axis)
                       for (const Operand &indices :
                            {Operand{DType::I64, {5}}, Operand{DType::I32, {2, 2}}, Operand{DType::I64, {}}})
                         uses.push_back(
                             {"mind.gather $0[$1] axis " + std::to_string(axis) + " : $t0, $t1",
                              {{dtype, getShape(rank)}, {indices.dtype, indices.shape, getShape(rank)[axis]}}});
                     return uses;
                   }});
  forms.push_back({"gather_grad", "mind.gather_grad", [](DType dtype, unsigned rank) {
                     // The gradient has the rank: that of a gather by a list of positions.
                     std::vector<Use> uses;
                     for (int64_t axis = 0; axis < rank; ++axis) {
                       Extents grad = getShape(rank);
                       grad[axis] = 5;
                       uses.push_back({"mind.gather_grad $0[$1] axis " + std::to_string(axis) + " : $t0, $t1 -> " +
                                           getTypeText(dtype, getShape(rank)),
                                       {{dtype, grad}, {DType::I64, {5}, getShape(rank)[axis]}}});
                     }
                     return uses;
                   }});
  forms.push_back(
      {"insert", "mind.insert", [](DType dtype, unsigned rank) {
         Operand dest{dtype, getShape(rank)};
         if (rank == 0)
           return std::vector<Use>{{"mind.insert $1 into $0 axes [] starts [] strides [] : $t1, $t0", {dest, dest}}};
         std::vector<Use> uses;
         for (int64_t axis = 0; axis < rank; ++axis) {
           Operand source = dest;
           source.shape[axis] = 1;
           std::string text = "mind.insert $1 into $0 axes " + getList({axis});
           uses.push_back({text + " starts [1] strides [1] : $t1, $t0", {dest, source}});
           uses.push_back({text + " starts [?] strides [1]($2) : $t1, $t0, $t2",
                           {dest, source, {DType::I64, {}, dest.shape[axis]}}});
         }
         return uses;
       }});
}

static void addMovement(std::vector<Form> &forms) {
  forms.push_back({"reshape", "mind.reshape", [](DType dtype, unsigned rank) -> std::vector<Use> {
                     Operand input{dtype, getShape(rank)};
                     Extents split = {1, 1};
                     for (int64_t extent : input.shape)
                       split.back() *= extent;
                     return {{"mind.reshape $0 : $t0 -> " + getTypeText(dtype, {split.back()}), {input}},
                             {"mind.reshape $0 : $t0 -> " + getTypeText(dtype, split), {input}}};
                   }});
  forms.push_back({"transpose", "mind.transpose", [](DType dtype, unsigned rank) -> std::vector<Use> {
                     Extents reversed, rotated;
                     for (int64_t axis = 0; axis < rank; ++axis) {
                       reversed.push_back(rank - 1 - axis);
                       rotated.push_back((axis + 1) % rank);
                     }
                     Operand input{dtype, getShape(rank)};
                     return {{"mind.transpose $0 perm " + getList(reversed) + " : $t0", {input}},
                             {"mind.transpose $0 perm " + getList(rotated) + " : $t0", {input}}};
                   }});
  forms.push_back(
      {"expand_dims", "mind.expand_dims", [](DType dtype, unsigned rank) {
         std::vector<Use> uses;
         for (int64_t axis = 0; axis <= rank; ++axis)
           uses.push_back({"mind.expand_dims $0 axis " + std::to_string(axis) + " : $t0", {{dtype, getShape(rank)}}});
         return uses;
       }});
  forms.push_back({"squeeze", "mind.squeeze", [](DType dtype, unsigned rank) {
                     std::vector<Use> uses{{"mind.squeeze $0 axes [] : $t0", {{dtype, getShape(rank)}}}};
                     for (int64_t axis = 0; axis < rank; ++axis) {
                       Extents shape = getShape(rank);
                       shape[axis] = 1;
                       uses.push_back({"mind.squeeze $0 axes " + getList({axis}) + " : $t0", {{dtype, shape}}});
                     }
                     return uses;
                   }});
  forms.push_back(
      {"broadcast_to", "mind.broadcast_to", [](DType dtype, unsigned rank) {
         Extents more = getShape(rank);
         more.insert(more.begin(), 3);
         std::vector<Use> uses{
             {"mind.broadcast_to $0 : $t0 -> " + getTypeText(dtype, more), {{dtype, getShape(rank)}}}};
         for (int64_t axis = 0; axis < rank; ++axis) {
           Extents thin = getShape(rank);
           thin[axis] = 1;
           uses.push_back({"mind.broadcast_to $0 : $t0 -> " + getTypeText(dtype, getShape(rank)), {{dtype, thin}}});
         }
         return uses;
       }});
}

static void addContractions(std::vector<Form> &forms) {
  forms.push_back({"dot", "mind.dot", [](DType dtype, unsigned rank) {
                     std::vector<Use> uses;
                     if (rank == 0 || rank > 2)
                       return uses;
                     for (const Extents &rhs : {Extents{19}, Extents{19, 9}})
                       uses.push_back({"mind.dot $0, $1 : $t0, $t1", {{dtype, getShape(rank)}, {dtype, rhs}}});
                     return uses;
                   }});
  forms.push_back({"matmul", "mind.matmul", [](DType dtype, unsigned rank) {
                     std::vector<Use> uses;
                     if (rank < 2)
                       return uses;
                     Extents rhs = getShape(rank);
                     rhs[rank - 2] = 19;
                     rhs[rank - 1] = 9;
                     uses.push_back({"mind.matmul $0, $1 : $t0, $t1", {{dtype, getShape(rank)}, {dtype, rhs}}});
                     uses.push_back({"mind.matmul $0, $1 : $t0, $t1", {{dtype, getShape(rank)}, {dtype, {19, 9}}}});
                     return uses;
                   }});
  static const char *const windows[] = {" strides [1, 1] padding valid", " strides [2, 1] padding same",
                                        " strides [1, 2] padding explicit pads [1, 0, 2, 1]"};
  // What they give for an input of 5 x 6 and a filter of 3 x 2.
  static const int64_t outputs[][2] = {{3, 5}, {3, 6}, {4, 4}};
  auto addConvolution = [&](std::string op, bool givesInput, bool givesFilter) {
    forms.push_back({op, "mind." + op, [=](DType dtype, unsigned rank) {
                       std::vector<Use> uses;
                       if (rank != 4)
                         return uses;
                       Operand input{dtype, {2, 5, 6, 3}}, filter{dtype, {3, 2, 3, 9}};
                       for (unsigned i = 0; i < std::size(windows); ++i) {
                         Operand output{dtype, {2, outputs[i][0], outputs[i][1], 9}};
                         std::string text = "mind." + op + " $0, $1" + windows[i] + " : $t0, $t1";
                         if (givesInput)
                           uses.push_back({text + " -> " + getTypeText(dtype, input.shape), {output, filter}});
                         else if (givesFilter)
                           uses.push_back({text + " -> " + getTypeText(dtype, filter.shape), {input, output}});
                         else
                           uses.push_back({text, {input, filter}});
                       }
                       return uses;
                     }});
  };
  addConvolution("conv2d", false, false);
  addConvolution("conv2d_grad_input", true, false);
  addConvolution("conv2d_grad_filter", false, true);
}

std::vector<Form> test::getForms() {
  std::vector<Form> forms;
  forms.push_back(
      {"constant", "mind.constant", [](DType dtype, unsigned rank) {
         std::vector<Use> uses;
         DType stored = dtype == DType::Q16 ? DType::I32 : dtype;
         std::string type = getTypeText(stored, getShape(rank));
         if (dtype == DType::Q16)
           type += " as " + getTypeText(dtype, getShape(rank));
         int64_t next = 0, splat = 1;
         uses.push_back({"mind.constant dense<" + getElements(stored, getShape(rank), next) + "> : " + type, {}});
         uses.push_back({"mind.constant dense<" + getElements(stored, {}, splat) + "> : " + type, {}});
         return uses;
       }});
  forms.push_back({"fill", "mind.fill", [](DType dtype, unsigned rank) -> std::vector<Use> {
                     return {{"mind.fill -2.5 : " + getTypeText(dtype, getShape(rank)), {}}};
                   }});
  for (std::string op : {"add", "sub", "mul", "div", "mod", "max", "min", "pow", "shl", "shr"})
    forms.push_back(makeBinary(op, "mind." + op, ""));
  for (uint32_t i = 0; std::optional<CmpPredicate> predicate = symbolizeCmpPredicate(i); ++i) {
    std::string word = stringifyCmpPredicate(*predicate).str();
    forms.push_back(makeBinary("compare " + word, "mind.compare", " " + word));
  }
  for (std::string op : {"and", "or", "xor"})
    forms.push_back(makeBinary(op, "arith." + op + "i", "", /*broadcasts=*/false));
  forms.push_back({"select", "arith.select", [](DType dtype, unsigned rank) -> std::vector<Use> {
                     Operand value{dtype, getShape(rank)};
                     return {{"arith.select $2, $0, $1 : $t2, $t0", {value, value, {DType::I1, getShape(rank)}}}};
                   }});
  for (std::string op : {"relu", "abs", "floor", "ceil", "round"})
    forms.push_back(makeUnary(op, "mind." + op, " $0"));
  for (uint32_t i = 0; std::optional<UnaryKind> kind = symbolizeUnaryKind(i); ++i) {
    std::string word = stringifyUnaryKind(*kind).str();
    forms.push_back(makeUnary("unary " + word, "mind.unary", " " + word + " $0"));
  }
  for (std::string exponent : {"0", "5", "-3"})
    forms.push_back(makeUnary("ipow " + exponent, "mind.ipow", " $0, " + exponent));
  for (unsigned to = 0; to < kNumDTypes; ++to)
    forms.push_back(
        {"cast to " + std::string(getDTypeName(DType(to))), "mind.cast",
         [to](DType dtype, unsigned rank) -> std::vector<Use> {
           return {{"mind.cast $0 : $t0 -> " + getTypeText(DType(to), getShape(rank)), {{dtype, getShape(rank)}}}};
         }});
  for (std::string op : {"sum", "mean", "reduce_max"})
    forms.push_back(makeReduction(op));
  forms.push_back({"argmax", "mind.argmax", [](DType dtype, unsigned rank) {
                     std::vector<Use> uses;
                     for (int64_t axis = 0; axis < rank; ++axis)
                       for (const char *keep : {"", " keepdims"})
                         uses.push_back({"mind.argmax $0 axis " + std::to_string(axis) + keep + " : $t0",
                                         {{dtype, getShape(rank)}}});
                     return uses;
                   }});
  addMovement(forms);
  addSelection(forms);
  addContractions(forms);
  forms.push_back(makeBinary("relu_grad", "mind.relu_grad", "", /*broadcasts=*/false));
  return forms;
}
