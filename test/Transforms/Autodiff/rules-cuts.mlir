// RUN: mind-opt %s "--mind-differentiate-functions=func=floor,ceil,round,compare,argmax kind=pullback" | FileCheck %s
// RUN: mind-opt %s "--mind-differentiate-functions=func=floor,ceil,round,compare,argmax kind=jvp" | FileCheck %s --check-prefix=JVP

// What has the derivative zero by definition is a constant factor: nothing is built for
// it, and what depends on it in another way has its derivative all the same.

// CHECK-LABEL: func.func private @floor.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[C:.*]] = mind.floor %[[X]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[C]]
// CHECK-NEXT: return %[[G]] :
// JVP-LABEL: func.func private @floor.jvp(
// JVP-SAME: %[[X:.*]]: tensor<3xf32>, %[[D:.*]]: tensor<3xf32>)
// JVP-NEXT: %[[C:.*]] = mind.floor %[[X]]
// JVP-NEXT: %[[R:.*]] = mind.mul %[[C]], %[[X]]
// JVP-NEXT: %[[T:.*]] = mind.mul %[[D]], %[[C]]
// JVP-NEXT: return %[[R]], %[[T]] :
func.func @floor(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = mind.floor %x : tensor<3xf32>
  %r = mind.mul %c, %x : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func private @ceil.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[C:.*]] = mind.ceil %[[X]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[C]]
// CHECK-NEXT: return %[[G]] :
// JVP-LABEL: func.func private @ceil.jvp(
// JVP-SAME: %[[X:.*]]: tensor<3xf32>, %[[D:.*]]: tensor<3xf32>)
// JVP-NEXT: %[[C:.*]] = mind.ceil %[[X]]
// JVP-NEXT: %[[R:.*]] = mind.mul %[[C]], %[[X]]
// JVP-NEXT: %[[T:.*]] = mind.mul %[[D]], %[[C]]
// JVP-NEXT: return %[[R]], %[[T]] :
func.func @ceil(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = mind.ceil %x : tensor<3xf32>
  %r = mind.mul %c, %x : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func private @round.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[C:.*]] = mind.round %[[X]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[C]]
// CHECK-NEXT: return %[[G]] :
// JVP-LABEL: func.func private @round.jvp(
// JVP-SAME: %[[X:.*]]: tensor<3xf32>, %[[D:.*]]: tensor<3xf32>)
// JVP-NEXT: %[[C:.*]] = mind.round %[[X]]
// JVP-NEXT: %[[R:.*]] = mind.mul %[[C]], %[[X]]
// JVP-NEXT: %[[T:.*]] = mind.mul %[[D]], %[[C]]
// JVP-NEXT: return %[[R]], %[[T]] :
func.func @round(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = mind.round %x : tensor<3xf32>
  %r = mind.mul %c, %x : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// The first operand reaches the result through the comparison alone.
// CHECK-LABEL: func.func private @compare.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[P:.*]] = mind.compare lt %[[X]], %[[Y]]
// CHECK-NEXT: %[[C:.*]] = mind.cast %[[P]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[C]]
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: return %[[Z]], %[[G]] :
// JVP-LABEL: func.func private @compare.jvp(
// JVP-SAME: %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[DX:.*]]: tensor<3xf32>, %[[DY:.*]]: tensor<3xf32>)
// JVP-NEXT: %[[P:.*]] = mind.compare lt %[[X]], %[[Y]]
// JVP-NEXT: %[[C:.*]] = mind.cast %[[P]]
// JVP-NEXT: %[[R:.*]] = mind.mul %[[C]], %[[Y]]
// JVP-NEXT: %[[T:.*]] = mind.mul %[[DY]], %[[C]]
// JVP-NEXT: return %[[R]], %[[T]] :
func.func @compare(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %p = mind.compare lt %x, %y : tensor<3xf32>, tensor<3xf32>
  %c = mind.cast %p : tensor<3xi1> -> tensor<3xf32>
  %r = mind.mul %c, %y : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func private @argmax.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[I:.*]] = mind.argmax %[[X]] axis 1
// CHECK-NEXT: %[[C:.*]] = mind.cast %[[I]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[C]]
// CHECK-NEXT: %[[R:.*]] = mind.reshape %[[G]] : tensor<2xf32> -> tensor<2x1xf32>
// CHECK-NEXT: %[[B:.*]] = mind.broadcast_to %[[R]] : tensor<2x1xf32> -> tensor<2x3xf32>
// CHECK-NEXT: return %[[B]] :
// JVP-LABEL: func.func private @argmax.jvp(
// JVP-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[D:.*]]: tensor<2x3xf32>)
// JVP-NEXT: %[[I:.*]] = mind.argmax %[[X]] axis 1
// JVP-NEXT: %[[C:.*]] = mind.cast %[[I]]
// JVP-NEXT: %[[S:.*]] = mind.sum %[[X]] axes [1]
// JVP-NEXT: %[[DS:.*]] = mind.sum %[[D]] axes [1]
// JVP-NEXT: %[[R:.*]] = mind.mul %[[C]], %[[S]]
// JVP-NEXT: %[[T:.*]] = mind.mul %[[DS]], %[[C]]
// JVP-NEXT: return %[[R]], %[[T]] :
func.func @argmax(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %i = mind.argmax %x axis 1 : tensor<2x3xf32>
  %c = mind.cast %i : tensor<2xi64> -> tensor<2xf32>
  %s = mind.sum %x axes [1] : tensor<2x3xf32>
  %r = mind.mul %c, %s : tensor<2xf32>, tensor<2xf32>
  return %r : tensor<2xf32>
}
