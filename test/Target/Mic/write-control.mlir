// RUN: mind-translate --mlir-to-mic3 %s -o %t.mic3
// RUN: %python %S/Inputs/mic3_codec.py %t.mic3 | FileCheck %s

// CHECK-LABEL: FnDef "value"
// CHECK-SAME: ["n" %0] ret %7 reap none
// CHECK-NEXT: body:
// CHECK-NEXT:   %0 = Param "n" 0
// CHECK-NEXT:   If cond %2
// CHECK-NEXT:     cond:
// CHECK-NEXT:       %1 = ConstI64 1
// CHECK-NEXT:       %2 = BinOp le %0 %1
// CHECK-NEXT:     then:
// CHECK-NEXT:       %3 = ConstI64 1
// CHECK-NEXT:     result %3
// CHECK-NEXT:     else:
// CHECK-NEXT:       %4 = ConstI64 1
// CHECK-NEXT:       %5 = BinOp sub %0 %4
// CHECK-NEXT:       %6 = Call "value" [%5]
// CHECK-NEXT:     result %6 dst %7 names [] merges []
// CHECK-NOT: Return
func.func @value(%n: tensor<i64>) -> tensor<i64> attributes {mind.params = ["n"]} {
  %0 = mind.constant dense<1> : tensor<i64>
  %1 = mind.compare le %n, %0 : tensor<i64>, tensor<i64>
  %2 = mind.if %1 -> (tensor<i64>) {
    %3 = mind.constant dense<1> : tensor<i64>
    mind.yield %3 : tensor<i64>
  } else {
    %4 = mind.constant dense<1> : tensor<i64>
    %5 = mind.sub %n, %4 : tensor<i64>, tensor<i64>
    %6 = func.call @value(%5) : (tensor<i64>) -> tensor<i64>
    mind.yield %6 : tensor<i64>
  } {mic.cond = 2, mic.values = 1}
  return {mic.tail} %2 : tensor<i64>
}

// Assignments are merges; a branch that leaves has no values. Without a value the op has
// an id that nothing uses.
// CHECK-LABEL: FnDef "merges"
// CHECK:       If cond %2
// CHECK-NEXT:     cond:
// CHECK-NEXT:     then:
// CHECK-NEXT:       Return %0
// CHECK-NEXT:     result %2
// CHECK-NEXT:     else:
// CHECK-NEXT:       %3 = ConstI64 4
// CHECK-NEXT:     result %2 dst %4 names ["a" %5, "" %6] merges [%5 = %none | %3, %6 = %none | %1]
// CHECK-NEXT:   %7 = BinOp add %5 %6
// CHECK-NEXT:   Return %7
func.func @merges(%a: tensor<i64>, %b: tensor<i64>) -> tensor<i64> {
  %0 = mind.compare lt %a, %b : tensor<i64>, tensor<i64>
  %1:2 = mind.if %0 -> (tensor<i64>, tensor<i64>) {
    mind.return %a : tensor<i64>
  } else {
    %2 = mind.constant dense<4> : tensor<i64>
    mind.yield %2, %b : tensor<i64>, tensor<i64>
  } {mic.names = ["a"]}
  %3 = mind.add %1#0, %1#1 : tensor<i64>, tensor<i64>
  return %3 : tensor<i64>
}

// A value and a merge; a condition within a condition.
// CHECK-LABEL: FnDef "nested"
// CHECK:       If cond %5
// CHECK-NEXT:     cond:
// CHECK-NEXT:       If cond %2
// CHECK-NEXT:         cond:
// CHECK-NEXT:           %2 = BinOp lt %0 %1
// CHECK-NEXT:         then:
// CHECK-NEXT:         result %0
// CHECK-NEXT:         else:
// CHECK-NEXT:         result %1 dst %3 names ["m" %4] merges [%4 = %1 | %0]
// CHECK-NEXT:       %5 = BinOp gt %3 %4
// CHECK-NEXT:     then:
// CHECK-NEXT:     result %5
// CHECK-NEXT:     else:
// CHECK-NEXT:     result %5 dst %6 names [] merges []
// CHECK-NEXT:   Return %4
func.func @nested(%a: tensor<i64>, %b: tensor<i64>) -> tensor<i64> {
  %0 = mind.compare lt %a, %b : tensor<i64>, tensor<i64>
  %1:2 = mind.if %0 -> (tensor<i64>, tensor<i64>) {
    mind.yield %a, %b : tensor<i64>, tensor<i64>
  } else {
    mind.yield %b, %a : tensor<i64>, tensor<i64>
  } {mic.cond = 1, mic.values = 1, mic.names = ["m"]}
  %2 = mind.compare gt %1#0, %1#1 : tensor<i64>, tensor<i64>
  mind.if %2 {
    mind.yield
  } {mic.cond = 3}
  return %1#1 : tensor<i64>
}

// In a loop the initial values stand for the current ones.
// CHECK-LABEL: FnDef "sumto"
// CHECK:       %1 = ConstI64 0
// CHECK-NEXT:  %2 = ConstI64 0
// CHECK-NEXT:   While cond %3
// CHECK-NEXT:     cond:
// CHECK-NEXT:       %3 = BinOp lt %2 %0
// CHECK-NEXT:     body:
// CHECK-NEXT:       %4 = BinOp add %1 %2
// CHECK-NEXT:       %5 = ConstI64 1
// CHECK-NEXT:       %6 = BinOp add %2 %5
// CHECK-NEXT:     live ["s" %4, "i" %6] init [%1, %2] exit [%7, %8]
// CHECK-NEXT:   Return %7
func.func @sumto(%n: tensor<i64>) -> tensor<i64> {
  %s0 = mind.constant dense<0> : tensor<i64>
  %i0 = mind.constant dense<0> : tensor<i64>
  %0:2 = mind.while (%s = %s0, %i = %i0) : (tensor<i64>, tensor<i64>) {
    %1 = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
    mind.condition %1 : tensor<i1>
  } do {
    %2 = mind.add %s, %i : tensor<i64>, tensor<i64>
    %3 = mind.constant dense<1> : tensor<i64>
    %4 = mind.add %i, %3 : tensor<i64>, tensor<i64>
    mind.yield %2, %4 : tensor<i64>, tensor<i64>
  } attributes {mic.names = ["s", "i"]}
  return %0#0 : tensor<i64>
}

// An initial value that the loop uses itself, or twice, is copied; so is a variable of
// the loop around that the loop within uses. Each loop's exits have its own names.
// CHECK-LABEL: FnDef "copies"
// CHECK:       %1 = Call "copy" [%0]
// CHECK-NEXT:   While cond %2
// CHECK-NEXT:     cond:
// CHECK-NEXT:       %2 = BinOp lt %1 %0
// CHECK-NEXT:     body:
// CHECK-NEXT:       %3 = Call "copy" [%1]
// CHECK-NEXT:       %4 = Call "copy" [%1]
// CHECK-NEXT:       While cond %5
// CHECK-NEXT:         cond:
// CHECK-NEXT:           %5 = BinOp lt %3 %1
// CHECK-NEXT:         body:
// CHECK-NEXT:           %6 = BinOp lt %3 %1
// CHECK-NEXT:           If cond %6
// CHECK-NEXT:             cond:
// CHECK-NEXT:             then:
// CHECK-NEXT:               Break ["j" %4, "k" %3]
// CHECK-NEXT:             result %6
// CHECK-NEXT:             else:
// CHECK-NEXT:             result %6 dst %7 names [] merges []
// CHECK-NEXT:           Continue ["j" %3, "k" %3]
// CHECK-NEXT:         live ["j" %3, "k" %3] init [%3, %4] exit [%8, %9]
// CHECK-NEXT:       Break ["" %9]
// CHECK-NEXT:     live ["" %9] init [%1] exit [%10]
// CHECK-NEXT:   While cond %11
// CHECK-NEXT:     cond:
// CHECK-NEXT:       %11 = BinOp lt %10 %0
// CHECK-NEXT:     body:
// CHECK-NEXT:       Return %10
// CHECK-NEXT:     live ["" %10] init [%10] exit [%12]
// CHECK-NEXT:   Return %12
func.func @copies(%n: tensor<i64>) -> tensor<i64> {
  %0 = mind.while (%i = %n) : (tensor<i64>) {
    %c = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
    mind.condition %c : tensor<i1>
  } do {
    %1:2 = mind.while (%j = %i, %k = %i) : (tensor<i64>, tensor<i64>) {
      %c = mind.compare lt %j, %i : tensor<i64>, tensor<i64>
      mind.condition %c : tensor<i1>
    } do {
      %c = mind.compare lt %j, %i : tensor<i64>, tensor<i64>
      mind.if %c {
        mind.break %k, %j : tensor<i64>, tensor<i64>
      }
      mind.continue %j, %j : tensor<i64>, tensor<i64>
    } attributes {mic.names = ["j", "k"]}
    mind.break %1#1 : tensor<i64>
  }
  %2 = mind.while (%i = %0) : (tensor<i64>) {
    %c = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
    mind.condition %c : tensor<i1>
  } do {
    mind.return %i : tensor<i64>
  }
  return %2 : tensor<i64>
}

// CHECK-LABEL: FnDef "none" [] ret none reap 0.5
// CHECK-NEXT:   body:
// CHECK-NEXT:     %0 = Call "none" []
// CHECK-NEXT:     Return none
func.func @none() attributes {mic.reap = 0.5 : f64} {
  call @none() : () -> ()
  return
}

// Several results are a tuple, and are taken from it.
// CHECK-LABEL: FnDef "two" ["" %0] ret %5
// CHECK:       If cond %1
// CHECK:         then:
// CHECK-NEXT:      %2 = Call "tuple" [%0, %1]
// CHECK-NEXT:      Return %2
// CHECK:         result %1 dst %3
// CHECK-NEXT:   %4 = ConstI64 1
// CHECK-NEXT:   %5 = Call "tuple" [%4, %1]
// CHECK-NEXT:   Return %5
func.func @two(%n: tensor<i64>) -> (tensor<i64>, tensor<i1>) {
  %0 = mind.compare lt %n, %n : tensor<i64>, tensor<i64>
  mind.if %0 {
    mind.return %n, %0 : tensor<i64>, tensor<i1>
  }
  %1 = mind.constant dense<1> : tensor<i64>
  return %1, %0 : tensor<i64>, tensor<i1>
}

// CHECK-LABEL: FnDef "last"
// CHECK:       %1 = Call "two" [%0]
// CHECK-NEXT:   %2 = Call "tuple.get.0" [%1]
// CHECK-NEXT:   %3 = Call "tuple.get.1" [%1]
// CHECK-NEXT:   %4 = Call "tuple" [%2, %0]
// CHECK-NOT: Return
func.func @last(%n: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %0:2 = call @two(%n) : (tensor<i64>) -> (tensor<i64>, tensor<i1>)
  return {mic.tail} %0#0, %n : tensor<i64>, tensor<i64>
}

// Where control cannot arrive, a reader would not find the types of tensors: what stands
// for them has no value.
// CHECK-LABEL: FnDef "unreached"
// CHECK:         result %3 dst %4 names [] merges []
// CHECK-NEXT:   %5 = ConstTensor f32 [2] none
// CHECK-NEXT:   %6 = ConstTensor i32 [2] none
// CHECK-NEXT:   %7 = ConstI64 0
// CHECK-NEXT:   %8 = BinOp ne %6 %7
// CHECK-NEXT:   %9 = Call "select" [%8, %5, %0]
// CHECK-NEXT:   Return %9
func.func @unreached(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = mind.constant dense<true> : tensor<i1>
  %0:2 = mind.if %c -> (tensor<2xf32>, tensor<2xi1>) {
    mind.return %x : tensor<2xf32>
  } else {
    mind.return %x : tensor<2xf32>
  } {mic.values = 1, mic.names = ["b"]}
  %1 = arith.select %0#1, %0#0, %x : tensor<2xi1>, tensor<2xf32>
  return %1 : tensor<2xf32>
}
