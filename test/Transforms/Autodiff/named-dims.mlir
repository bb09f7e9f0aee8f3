// REQUIRES: mindc
// RUN: mind-opt %s --mind-resolve-grad | FileCheck %s --check-prefix=IR
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Gradients of tensors whose extents have names. `main` has one name for two extents, which
// direct code, whose shapes are all known, does not take.

!batch = tensor<?x2xf32, #mind.dims<B, 2>>
!image = tensor<?x2x3xf32, #mind.dims<B, 2, 3>>
!vector = tensor<?xf32, #mind.dims<B>>

// The number of elements is computed.
// IR-LABEL: func.func private @mean.grad(
// IR: %[[ONES:.*]] = mind.fill 1.000000e+00 : tensor<?xi64, #mind.dims<B>>
// IR: %[[N:.*]] = mind.sum %[[ONES]] axes []
// IR: mind.cast %[[N]] : tensor<i64> -> tensor<f32>
func.func private @mean(%x: !batch) -> tensor<f32> {
  %0 = mind.mean %x axes [0] : !batch
  %w = mind.constant dense<[1.0, 10.0]> : tensor<2xf32>
  %1 = mind.mul %0, %w : tensor<2xf32>, tensor<2xf32>
  %2 = mind.sum %1 axes [] : tensor<2xf32>
  return %2 : tensor<f32>
}
func.func private @mean.grad(!batch) -> !batch
    attributes {mind.derivative = {kind = "grad", of = @mean, wrt = array<i64: 0>}}

// One chain over a batch whose extent is not known.
// IR-LABEL: func.func private @layer.grad(
// IR: mind.reshape %{{.*}} : tensor<?x2x3xf32, #mind.dims<B, 2, 3>> -> tensor<?x3xf32, #mind.dims<[[F:.*]], 3>>
// IR: mind.reshape %{{.*}} : tensor<?x2x2xf32, #mind.dims<B, 2, 2>> -> tensor<?x2xf32, #mind.dims<[[F]], 2>>
func.func private @layer(%x: !image, %w: tensor<3x2xf32>, %b: tensor<2xf32>) -> tensor<f32> {
  %0 = mind.matmul %x, %w : !image, tensor<3x2xf32>
  %1 = mind.add %0, %b : tensor<?x2x2xf32, #mind.dims<B, 2, 2>>, tensor<2xf32>
  %2 = mind.sum %1 axes [] : tensor<?x2x2xf32, #mind.dims<B, 2, 2>>
  return %2 : tensor<f32>
}
func.func private @layer.grad(!image, tensor<3x2xf32>, tensor<2xf32>) -> (!image, tensor<3x2xf32>, tensor<2xf32>)
    attributes {mind.derivative = {kind = "grad", of = @layer, wrt = array<i64: 0, 1, 2>}}

// From the end, from the front, and down; each is clamped at run time.
func.func private @slices(%x: !vector) -> tensor<f32> {
  %0 = mind.slice %x axes [0] starts [-2] ends [?] strides [1] : !vector
  %1 = mind.sum %0 axes [] : tensor<?xf32, #mind.dims<_slice_B_m2_n_1>>
  %2 = mind.slice %x axes [0] starts [1] ends [?] strides [2] : !vector
  %3 = mind.sum %2 axes [] : tensor<?xf32, #mind.dims<_slice_B_1_n_2>>
  %4 = mind.slice %x axes [0] starts [2] ends [?] strides [-1] : !vector
  %5 = mind.sum %4 axes [] : tensor<?xf32, #mind.dims<_slice_B_2_n_m1>>
  %c = mind.constant dense<10.0> : tensor<f32>
  %6 = mind.mul %3, %c : tensor<f32>, tensor<f32>
  %d = mind.constant dense<100.0> : tensor<f32>
  %7 = mind.mul %5, %d : tensor<f32>, tensor<f32>
  %8 = mind.add %1, %6 : tensor<f32>, tensor<f32>
  %9 = mind.add %8, %7 : tensor<f32>, tensor<f32>
  return %9 : tensor<f32>
}
func.func private @slices.grad(!vector) -> !vector
    attributes {mind.derivative = {kind = "grad", of = @slices, wrt = array<i64: 0>}}

// A mean and a product of what a slice gives, whose extent no argument has.
func.func private @derived(%x: !vector) -> tensor<f32> {
  %0 = mind.slice %x axes [0] starts [1] ends [?] strides [1] : !vector
  %1 = mind.mean %0 axes [] : tensor<?xf32, #mind.dims<_slice_B_1_n_1>>
  %z = mind.constant dense<3.0> : tensor<f32>
  %m = mind.max %0, %z : tensor<?xf32, #mind.dims<_slice_B_1_n_1>>, tensor<f32>
  %2 = mind.sum %m axes [] : tensor<?xf32, #mind.dims<_slice_B_1_n_1>>
  %s = mind.slice %0 axes [0] starts [-1] ends [?] strides [1] : tensor<?xf32, #mind.dims<_slice_B_1_n_1>>
  %t = mind.sum %s axes [] : tensor<?xf32, #mind.dims<_slice__slice_B_1_n_1_m1_n_1>>
  %3 = mind.add %1, %2 : tensor<f32>, tensor<f32>
  %4 = mind.add %3, %t : tensor<f32>, tensor<f32>
  return %4 : tensor<f32>
}
func.func private @derived.grad(!vector) -> !vector
    attributes {mind.derivative = {kind = "grad", of = @derived, wrt = array<i64: 0>}}

func.func private @element(%x: !batch) -> tensor<f32> {
  %0 = mind.index %x axes [0, 1] indices [1, 0] : !batch
  return %0 : tensor<f32>
}
func.func private @element.grad(!batch) -> !batch
    attributes {mind.derivative = {kind = "grad", of = @element, wrt = array<i64: 0>}}

// A callee's names become those of the caller: its body stands in the place of the call.
// IR-LABEL: func.func private @caller.grad(
// IR-NOT: call
// IR: mind.mul %{{.*}} : tensor<?xf32, #mind.dims<B>>, tensor<?xf32, #mind.dims<B>>
// IR-NOT: call
// IR: return
func.func private @square(%x: tensor<?xf32, #mind.dims<M>>) -> tensor<f32> {
  %0 = mind.mul %x, %x : tensor<?xf32, #mind.dims<M>>, tensor<?xf32, #mind.dims<M>>
  %1 = mind.sum %0 axes [] : tensor<?xf32, #mind.dims<M>>
  return %1 : tensor<f32>
}
func.func private @caller(%x: !vector) -> tensor<f32> {
  %0 = tensor.cast %x : !vector to tensor<?xf32, #mind.dims<M>>
  %1 = call @square(%0) : (tensor<?xf32, #mind.dims<M>>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @caller.grad(!vector) -> !vector
    attributes {mind.derivative = {kind = "grad", of = @caller, wrt = array<i64: 0>}}

// Not if one name would stand for two: its pullback is called.
// IR-LABEL: func.func private @apart.grad(
// IR: call @pair.vjp.0_1
func.func private @pair(%x: tensor<?xf32, #mind.dims<M>>, %y: tensor<?xf32, #mind.dims<M>>) -> tensor<f32> {
  %0 = mind.mul %x, %y : tensor<?xf32, #mind.dims<M>>, tensor<?xf32, #mind.dims<M>>
  %1 = mind.sum %0 axes [] : tensor<?xf32, #mind.dims<M>>
  return %1 : tensor<f32>
}
func.func private @apart(%x: !vector, %y: tensor<?xf32, #mind.dims<C>>) -> tensor<f32> {
  %0 = tensor.cast %x : !vector to tensor<?xf32, #mind.dims<M>>
  %1 = tensor.cast %y : tensor<?xf32, #mind.dims<C>> to tensor<?xf32, #mind.dims<M>>
  %2 = call @pair(%0, %1) : (tensor<?xf32, #mind.dims<M>>, tensor<?xf32, #mind.dims<M>>) -> tensor<f32>
  return %2 : tensor<f32>
}
func.func private @apart.grad(!vector, tensor<?xf32, #mind.dims<C>>) -> (!vector, tensor<?xf32, #mind.dims<C>>)
    attributes {mind.derivative = {kind = "grad", of = @apart, wrt = array<i64: 0, 1>}}

func.func @main() {
  %m = mind.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %mb = tensor.cast %m : tensor<4x2xf32> to !batch
  // CHECK: mean {{\[\[}}0.25, 2.5], [0.25, 2.5], [0.25, 2.5], [0.25, 2.5]]
  %mean = call @mean.grad(%mb) : (!batch) -> !batch
  mind.print "mean {}\n"(%mean) : !batch
  // CHECK: element {{\[\[}}0, 0], [1, 0], [0, 0], [0, 0]]
  %element = call @element.grad(%mb) : (!batch) -> !batch
  mind.print "element {}\n"(%element) : !batch
  %i = mind.fill 2.0 : tensor<4x2x3xf32>
  %ib = tensor.cast %i : tensor<4x2x3xf32> to !image
  %w = mind.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %b = mind.constant dense<[0.0, 0.0]> : tensor<2xf32>
  // CHECK: layer {{\[\[}}16, 16], [16, 16], [16, 16]] [8, 8]
  %l:3 = call @layer.grad(%ib, %w, %b) : (!image, tensor<3x2xf32>, tensor<2xf32>) -> (!image, tensor<3x2xf32>, tensor<2xf32>)
  mind.print "layer {} {}\n"(%l#1, %l#2) : tensor<3x2xf32>, tensor<2xf32>
  %v = mind.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %vb = tensor.cast %v : tensor<5xf32> to !vector
  // CHECK: slices [100, 110, 100, 11, 1]
  %s = call @slices.grad(%vb) : (!vector) -> !vector
  mind.print "slices {}\n"(%s) : !vector
  %u = mind.constant dense<[1.0]> : tensor<1xf32>
  %ub = tensor.cast %u : tensor<1xf32> to !vector
  // CHECK: short [101]
  %t = call @slices.grad(%ub) : (!vector) -> !vector
  mind.print "short {}\n"(%t) : !vector
  // CHECK: derived [0, 0.25, 0.25, 1.25, 2.25]
  %d = call @derived.grad(%vb) : (!vector) -> !vector
  mind.print "derived {}\n"(%d) : !vector
  // CHECK: caller [2, 4, 6, 8, 10]
  %c = call @caller.grad(%vb) : (!vector) -> !vector
  mind.print "caller {}\n"(%c) : !vector
  return
}
