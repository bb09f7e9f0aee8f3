// RUN: mind-opt %s "--mind-differentiate-functions=func=add,sub,mul,outer,lead_and_unit,square,div,max,min,relu,relu_grad,cast,cast_q16,select kind=pullback" | FileCheck %s

// The cotangent of each operand, in the frozen form; operands broadcast.

// CHECK-LABEL: func.func private @add.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[S:.*]] = mind.sum %[[U]] axes [0]
// CHECK-NEXT: return %[[U]], %[[S]]
func.func @add(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = mind.add %x, %y : tensor<2x3xf32>, tensor<3xf32>
  return %r : tensor<2x3xf32>
}

// Reduced first, then negated.
// CHECK-LABEL: func.func private @sub.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[S:.*]] = mind.sum %[[U]] axes [0]
// CHECK-NEXT: %[[M:.*]] = mind.constant dense<-1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[N:.*]] = mind.mul %[[S]], %[[M]]
// CHECK-NEXT: return %[[U]], %[[N]]
func.func @sub(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = mind.sub %x, %y : tensor<2x3xf32>, tensor<3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @mul.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[A:.*]] = mind.mul %[[U]], %[[Y]]
// CHECK-NEXT: %[[B:.*]] = mind.mul %[[U]], %[[X]]
// CHECK-NEXT: %[[S:.*]] = mind.sum %[[B]] axes [0]
// CHECK-NEXT: return %[[A]], %[[S]]
func.func @mul(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = mind.mul %x, %y : tensor<2x3xf32>, tensor<3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @outer.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x1xf32>, %[[Y:.*]]: tensor<1x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[A:.*]] = mind.mul %[[U]], %[[Y]]
// CHECK-NEXT: %[[SA:.*]] = mind.sum %[[A]] axes [1] keepdims
// CHECK-NEXT: %[[B:.*]] = mind.mul %[[U]], %[[X]]
// CHECK-NEXT: %[[SB:.*]] = mind.sum %[[B]] axes [0] keepdims
// CHECK-NEXT: return %[[SA]], %[[SB]]
func.func @outer(%x: tensor<2x1xf32>, %y: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %r = mind.mul %x, %y : tensor<2x1xf32>, tensor<1x3xf32>
  return %r : tensor<2x3xf32>
}

// One sum over what was repeated, ascending, and a reshape.
// CHECK-LABEL: func.func private @lead_and_unit.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<1x3xf32>, %[[Y:.*]]: tensor<4x2x3xf32>, %[[U:.*]]: tensor<4x2x3xf32>)
// CHECK-NEXT: %[[A:.*]] = mind.sum %[[U]] axes [0, 1] keepdims
// CHECK-NEXT: %[[R:.*]] = mind.reshape %[[A]] : tensor<1x1x3xf32> -> tensor<1x3xf32>
// CHECK-NEXT: return %[[R]], %[[U]]
func.func @lead_and_unit(%x: tensor<1x3xf32>, %y: tensor<4x2x3xf32>) -> tensor<4x2x3xf32> {
  %r = mind.add %x, %y : tensor<1x3xf32>, tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}

// Two contributions of one user, from left to right.
// CHECK-LABEL: func.func private @square.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[A:.*]] = mind.mul %[[U]], %[[X]]
// CHECK-NEXT: %[[B:.*]] = mind.mul %[[U]], %[[X]]
// CHECK-NEXT: %[[C:.*]] = mind.add %[[A]], %[[B]]
// CHECK-NEXT: return %[[C]]
func.func @square(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.mul %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -(t * y), not a quotient by the square.
// CHECK-LABEL: func.func private @div.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Q:.*]] = mind.div %[[X]], %[[Y]]
// CHECK-NEXT: %[[T:.*]] = mind.div %[[U]], %[[Y]]
// CHECK-NEXT: %[[P:.*]] = mind.mul %[[T]], %[[Q]]
// CHECK-NEXT: %[[M:.*]] = mind.constant dense<-1.000000e+00>
// CHECK-NEXT: %[[N:.*]] = mind.mul %[[P]], %[[M]]
// CHECK-NEXT: %[[S:.*]] = mind.sum %[[N]] axes [0]
// CHECK-NEXT: return %[[T]], %[[S]]
func.func @div(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = mind.div %x, %y : tensor<2x3xf32>, tensor<3xf32>
  return %r : tensor<2x3xf32>
}

// A tie goes to the second operand.
// CHECK-LABEL: func.func private @max.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[P:.*]] = mind.compare gt %[[X]], %[[Y]]
// CHECK-NEXT: %[[Q:.*]] = mind.compare gt %[[X]], %[[Y]]
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[A:.*]] = arith.select %[[P]], %[[U]], %[[Z]]
// CHECK-NEXT: %[[W:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[B:.*]] = arith.select %[[Q]], %[[W]], %[[U]]
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @max(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.max %x, %y : tensor<2x3xf32>, tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @min.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[P:.*]] = mind.compare lt %[[X]], %[[Y]]
// CHECK-NEXT: %[[Q:.*]] = mind.compare lt %[[X]], %[[Y]]
// CHECK-NEXT: %[[W:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[B:.*]] = arith.select %[[Q]], %[[W]], %[[U]]
// CHECK-NEXT: %[[S:.*]] = mind.sum %[[B]] axes [0]
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[A:.*]] = arith.select %[[P]], %[[U]], %[[Z]]
// CHECK-NEXT: return %[[A]], %[[S]]
func.func @min(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = mind.min %x, %y : tensor<2x3xf32>, tensor<3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @relu.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.relu_grad %[[U]], %[[X]]
// CHECK-NEXT: return %[[G]]
func.func @relu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.relu %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @relu_grad.pullback(
// CHECK-SAME: %[[G:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[C:.*]] = mind.fill 2.000000e+00
// CHECK-NEXT: %[[H:.*]] = mind.relu_grad %[[U]], %[[C]]
// CHECK-NEXT: return %[[H]]
func.func @relu_grad(%g: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = mind.fill 2.0 : tensor<2x3xf32>
  %r = mind.relu_grad %g, %c : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @cast.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf16>)
// CHECK-NEXT: %[[G:.*]] = mind.cast %[[U]] : tensor<2x3xf16> -> tensor<2x3xf32>
// CHECK-NEXT: return %[[G]]
func.func @cast(%x: tensor<2x3xf32>) -> tensor<2x3xf16> {
  %r = mind.cast %x : tensor<2x3xf32> -> tensor<2x3xf16>
  return %r : tensor<2x3xf16>
}

// CHECK-LABEL: func.func private @cast_q16.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3x!mind.q16>)
// CHECK-NEXT: %[[G:.*]] = mind.cast %[[U]] : tensor<2x3x!mind.q16> -> tensor<2x3xf32>
// CHECK-NEXT: return %[[G]]
func.func @cast_q16(%x: tensor<2x3xf32>) -> tensor<2x3x!mind.q16> {
  %r = mind.cast %x : tensor<2x3xf32> -> tensor<2x3x!mind.q16>
  return %r : tensor<2x3x!mind.q16>
}

// CHECK-LABEL: func.func private @select.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x3xf32>, %[[P:.*]]: tensor<2x3xi1>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[A:.*]] = arith.select %[[P]], %[[U]], %[[Z]]
// CHECK-NEXT: %[[W:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[B:.*]] = arith.select %[[P]], %[[W]], %[[U]]
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @select(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %p: tensor<2x3xi1>) -> tensor<2x3xf32> {
  %r = arith.select %p, %x, %y : tensor<2x3xi1>, tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
