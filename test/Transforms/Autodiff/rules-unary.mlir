// RUN: mind-opt %s "--mind-differentiate-functions=func=exp,log,log2,log10,sqrt,tanh,sigmoid,sin,cos,tan,asin,acos,atan,abs,cube,ipow_two,ipow_one,ipow_inverse,ipow_zero,pow_constant,pow kind=pullback" | FileCheck %s

// Factors in the order of the table in Unary.cpp.

// CHECK-LABEL: func.func private @exp.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Y:.*]] = mind.unary exp %[[X]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[Y]]
// CHECK-NEXT: return %[[G]]
func.func @exp(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary exp %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @log.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.div %[[U]], %[[X]]
// CHECK-NEXT: return %[[G]]
func.func @log(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary log %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @log2.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[L:.*]] = mind.constant dense<0.693147182>
// CHECK-NEXT: %[[D:.*]] = mind.mul %[[X]], %[[L]]
// CHECK-NEXT: %[[G:.*]] = mind.div %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @log2(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary log2 %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @log10.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[L:.*]] = mind.constant dense<2.30258512>
// CHECK-NEXT: %[[D:.*]] = mind.mul %[[X]], %[[L]]
// CHECK-NEXT: %[[G:.*]] = mind.div %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @log10(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary log10 %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @sqrt.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Y:.*]] = mind.unary sqrt %[[X]]
// CHECK-NEXT: %[[H:.*]] = mind.constant dense<5.000000e-01>
// CHECK-NEXT: %[[M:.*]] = mind.mul %[[U]], %[[H]]
// CHECK-NEXT: %[[G:.*]] = mind.div %[[M]], %[[Y]]
// CHECK-NEXT: return %[[G]]
func.func @sqrt(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary sqrt %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @tanh.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Y:.*]] = mind.unary tanh %[[X]]
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<1.000000e+00>
// CHECK-NEXT: %[[Q:.*]] = mind.mul %[[Y]], %[[Y]]
// CHECK-NEXT: %[[D:.*]] = mind.sub %[[O]], %[[Q]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @tanh(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary tanh %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @sigmoid.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Y:.*]] = mind.unary sigmoid %[[X]]
// CHECK-NEXT: %[[M:.*]] = mind.mul %[[U]], %[[Y]]
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<1.000000e+00>
// CHECK-NEXT: %[[D:.*]] = mind.sub %[[O]], %[[Y]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[M]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @sigmoid(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary sigmoid %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @sin.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[C:.*]] = mind.unary cos %[[X]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[C]]
// CHECK-NEXT: return %[[G]]
func.func @sin(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary sin %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @cos.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[S:.*]] = mind.unary sin %[[X]]
// CHECK-NEXT: %[[M:.*]] = mind.mul %[[U]], %[[S]]
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<-1.000000e+00>
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[M]], %[[O]]
// CHECK-NEXT: return %[[G]]
func.func @cos(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary cos %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @tan.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Y:.*]] = mind.unary tan %[[X]]
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<1.000000e+00>
// CHECK-NEXT: %[[Q:.*]] = mind.mul %[[Y]], %[[Y]]
// CHECK-NEXT: %[[D:.*]] = mind.add %[[O]], %[[Q]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @tan(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary tan %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @asin.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<1.000000e+00>
// CHECK-NEXT: %[[Q:.*]] = mind.mul %[[X]], %[[X]]
// CHECK-NEXT: %[[D:.*]] = mind.sub %[[O]], %[[Q]]
// CHECK-NEXT: %[[R:.*]] = mind.unary sqrt %[[D]]
// CHECK-NEXT: %[[G:.*]] = mind.div %[[U]], %[[R]]
// CHECK-NEXT: return %[[G]]
func.func @asin(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary asin %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @acos.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<1.000000e+00>
// CHECK-NEXT: %[[Q:.*]] = mind.mul %[[X]], %[[X]]
// CHECK-NEXT: %[[D:.*]] = mind.sub %[[O]], %[[Q]]
// CHECK-NEXT: %[[R:.*]] = mind.unary sqrt %[[D]]
// CHECK-NEXT: %[[T:.*]] = mind.div %[[U]], %[[R]]
// CHECK-NEXT: %[[N:.*]] = mind.constant dense<-1.000000e+00>
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[T]], %[[N]]
// CHECK-NEXT: return %[[G]]
func.func @acos(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary acos %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @atan.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<1.000000e+00>
// CHECK-NEXT: %[[Q:.*]] = mind.mul %[[X]], %[[X]]
// CHECK-NEXT: %[[D:.*]] = mind.add %[[O]], %[[Q]]
// CHECK-NEXT: %[[G:.*]] = mind.div %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @atan(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.unary atan %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @abs.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Z:.*]] = mind.constant dense<0.000000e+00>
// CHECK-NEXT: %[[P:.*]] = mind.compare lt %[[X]], %[[Z]]
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<-1.000000e+00>
// CHECK-NEXT: %[[N:.*]] = mind.mul %[[U]], %[[O]]
// CHECK-NEXT: %[[F:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[R:.*]] = arith.select %[[P]], %[[N]], %[[F]]
// CHECK-NEXT: %[[Q:.*]] = mind.compare gt %[[X]], %[[Z]]
// CHECK-NEXT: %[[G:.*]] = arith.select %[[Q]], %[[U]], %[[R]]
// CHECK-NEXT: return %[[G]]
func.func @abs(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.abs %x : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// g * (n * x ** (n - 1)).
// CHECK-LABEL: func.func private @cube.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[P:.*]] = mind.ipow %[[X]], 2
// CHECK-NEXT: %[[N:.*]] = mind.constant dense<3.000000e+00>
// CHECK-NEXT: %[[D:.*]] = mind.mul %[[N]], %[[P]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @cube(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.ipow %x, 3 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @ipow_two.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[N:.*]] = mind.constant dense<2.000000e+00>
// CHECK-NEXT: %[[D:.*]] = mind.mul %[[N]], %[[X]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @ipow_two(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.ipow %x, 2 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @ipow_one.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: return %[[U]]
func.func @ipow_one(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.ipow %x, 1 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @ipow_inverse.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[P:.*]] = mind.ipow %[[X]], -2
// CHECK-NEXT: %[[N:.*]] = mind.constant dense<-1.000000e+00>
// CHECK-NEXT: %[[D:.*]] = mind.mul %[[N]], %[[P]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @ipow_inverse(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.ipow %x, -1 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @ipow_zero.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: return %[[Z]]
func.func @ipow_zero(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = mind.ipow %x, 0 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @pow_constant.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[C:.*]] = mind.constant dense<2.500000e+00>
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<1.000000e+00>
// CHECK-NEXT: %[[E:.*]] = mind.sub %[[C]], %[[O]]
// CHECK-NEXT: %[[P:.*]] = mind.pow %[[X]], %[[E]]
// CHECK-NEXT: %[[D:.*]] = mind.mul %[[C]], %[[P]]
// CHECK-NEXT: %[[G:.*]] = mind.mul %[[U]], %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @pow_constant(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = mind.constant dense<2.5> : tensor<f32>
  %r = mind.pow %x, %c : tensor<2x3xf32>, tensor<f32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @pow.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<f32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[R:.*]] = mind.pow %[[X]], %[[Y]]
// CHECK-NEXT: %[[O:.*]] = mind.constant dense<1.000000e+00>
// CHECK-NEXT: %[[E:.*]] = mind.sub %[[Y]], %[[O]]
// CHECK-NEXT: %[[P:.*]] = mind.pow %[[X]], %[[E]]
// CHECK-NEXT: %[[D:.*]] = mind.mul %[[Y]], %[[P]]
// CHECK-NEXT: %[[A:.*]] = mind.mul %[[U]], %[[D]]
// CHECK-NEXT: %[[W:.*]] = mind.broadcast_to %[[Y]]
// CHECK-NEXT: %[[Z:.*]] = mind.constant dense<0.000000e+00>
// CHECK-NEXT: %[[Q:.*]] = mind.compare eq %[[W]], %[[Z]]
// CHECK-NEXT: %[[F:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[B:.*]] = arith.select %[[Q]], %[[F]], %[[A]]
// CHECK-NEXT: %[[Z2:.*]] = mind.constant dense<0.000000e+00>
// CHECK-NEXT: %[[L:.*]] = mind.unary log %[[X]]
// CHECK-NEXT: %[[T:.*]] = mind.mul %[[R]], %[[L]]
// CHECK-NEXT: %[[H:.*]] = mind.mul %[[U]], %[[T]]
// CHECK-NEXT: %[[Q2:.*]] = mind.compare eq %[[X]], %[[Z2]]
// CHECK-NEXT: %[[W2:.*]] = mind.broadcast_to %[[Y]]
// CHECK-NEXT: %[[Q3:.*]] = mind.compare gt %[[W2]], %[[Z2]]
// CHECK-NEXT: %[[K:.*]] = arith.andi
// CHECK-NEXT: %[[F2:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[J:.*]] = arith.select %[[K]], %[[F2]], %[[H]]
// CHECK-NEXT: %[[I:.*]] = mind.sum %[[J]] axes [0]
// CHECK-NEXT: return %[[B]], %[[I]]
func.func @pow(%x: tensor<3xf32>, %y: tensor<f32>) -> tensor<3xf32> {
  %r = mind.pow %x, %y : tensor<3xf32>, tensor<f32>
  return %r : tensor<3xf32>
}
