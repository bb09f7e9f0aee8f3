// RUN: mind-opt %s --canonicalize --split-input-file | FileCheck %s

// Constants fold by the rules of the numerics, not by the host's arithmetic.

// CHECK-LABEL: func.func @integers_wrap
func.func @integers_wrap() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  // CHECK-DAG: %[[MIN:.*]] = mind.constant dense<-2147483648> : tensor<i32>
  // CHECK-DAG: %[[M2:.*]] = mind.constant dense<-2> : tensor<i32>
  // CHECK: return %[[MIN]], %[[MIN]], %[[M2]]
  %max = mind.constant dense<2147483647> : tensor<i32>
  %min = mind.constant dense<-2147483648> : tensor<i32>
  %one = mind.constant dense<1> : tensor<i32>
  %minus_one = mind.constant dense<-1> : tensor<i32>
  %two = mind.constant dense<2> : tensor<i32>
  %0 = mind.add %max, %one : tensor<i32>, tensor<i32>
  %1 = mind.div %min, %minus_one : tensor<i32>, tensor<i32>
  %2 = mind.mul %max, %two : tensor<i32>, tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

// CHECK-LABEL: func.func @division
func.func @division() -> (tensor<4xi64>, tensor<4xi64>) {
  // CHECK-DAG: %[[Q:.*]] = mind.constant dense<[-3, 0, 3, -3]> : tensor<4xi64>
  // CHECK-DAG: %[[R:.*]] = mind.constant dense<[-1, 0, 1, 1]> : tensor<4xi64>
  // CHECK: return %[[Q]], %[[R]]
  %a = mind.constant dense<[-7, 7, 7, 7]> : tensor<4xi64>
  %b = mind.constant dense<[2, 0, 2, -2]> : tensor<4xi64>
  %0 = mind.div %a, %b : tensor<4xi64>, tensor<4xi64>
  %1 = mind.mod %a, %b : tensor<4xi64>, tensor<4xi64>
  return %0, %1 : tensor<4xi64>, tensor<4xi64>
}

// -----

// CHECK-LABEL: func.func @shifts_mask_their_count
func.func @shifts_mask_their_count() -> (tensor<3xi32>, tensor<3xi32>) {
  // CHECK-DAG: %[[L:.*]] = mind.constant dense<[-8, -16, -16]> : tensor<3xi32>
  // CHECK-DAG: %[[R:.*]] = mind.constant dense<[-8, -4, -4]> : tensor<3xi32>
  // CHECK: return %[[L]], %[[R]]
  %a = mind.constant dense<-8> : tensor<3xi32>
  %n = mind.constant dense<[32, 1, 33]> : tensor<3xi32>
  %0 = mind.shl %a, %n : tensor<3xi32>, tensor<3xi32>
  %1 = mind.shr %a, %n : tensor<3xi32>, tensor<3xi32>
  return %0, %1 : tensor<3xi32>, tensor<3xi32>
}

// -----

// 1.5 * -2.25 and 1.5 / -2.25 in Q16.16; the product is exact, the quotient goes
// toward zero.
// CHECK-LABEL: func.func @fixed_point
func.func @fixed_point() -> (tensor<!mind.q16>, tensor<!mind.q16>) {
  // CHECK-DAG: %[[P:.*]] = mind.constant dense<-221184> : tensor<i32> as tensor<!mind.q16>
  // CHECK-DAG: %[[Q:.*]] = mind.constant dense<-43690> : tensor<i32> as tensor<!mind.q16>
  // CHECK: return %[[P]], %[[Q]]
  %a = mind.constant dense<98304> : tensor<i32> as tensor<!mind.q16>
  %b = mind.constant dense<-147456> : tensor<i32> as tensor<!mind.q16>
  %0 = mind.mul %a, %b : tensor<!mind.q16>, tensor<!mind.q16>
  %1 = mind.div %a, %b : tensor<!mind.q16>, tensor<!mind.q16>
  return %0, %1 : tensor<!mind.q16>, tensor<!mind.q16>
}

// -----

// The float identities that hold for every value, and none that does not.
// CHECK-LABEL: func.func @float_identities
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @float_identities(%x: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = mind.constant dense<0.0> : tensor<f32>
  %minus_zero = mind.constant dense<-0.0> : tensor<f32>
  %one = mind.constant dense<1.0> : tensor<f32>
  // CHECK: %[[A:.*]] = mind.add %[[X]]
  %0 = mind.add %x, %zero : tensor<2xf32>, tensor<f32>
  %1 = mind.add %x, %minus_zero : tensor<2xf32>, tensor<f32>
  %2 = mind.sub %x, %zero : tensor<2xf32>, tensor<f32>
  %3 = mind.mul %x, %one : tensor<2xf32>, tensor<f32>
  // CHECK: %[[M:.*]] = mind.mul %[[X]]
  %4 = mind.mul %x, %zero : tensor<2xf32>, tensor<f32>
  // CHECK: %[[S:.*]] = mind.sub %[[X]], %[[X]]
  %5 = mind.sub %x, %x : tensor<2xf32>, tensor<2xf32>
  // CHECK: return %[[A]], %[[X]], %[[X]], %[[X]], %[[M]], %[[S]]
  return %0, %1, %2, %3, %4, %5
      : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// A neutral operand that broadcasts the other is not dropped.
// CHECK-LABEL: func.func @neutral_but_larger
func.func @neutral_but_larger(%x: tensor<f32>) -> tensor<2xf32> {
  // CHECK: mind.mul
  %one = mind.constant dense<1.0> : tensor<2xf32>
  %0 = mind.mul %x, %one : tensor<f32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @fills
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32, #mind.dims<N>>)
func.func @fills(%x: tensor<?xf32, #mind.dims<N>>) -> (tensor<?xf32, #mind.dims<N>>, tensor<?x1xf32, #mind.dims<N, 1>>) {
  // CHECK-DAG: %[[F:.*]] = mind.fill 3.000000e+00 : tensor<?x1xf32, #mind.dims<N, 1>>
  %one = mind.fill 1.0 : tensor<f32>
  %three = mind.fill 3.0 : tensor<?xf32, #mind.dims<N>>
  %0 = mind.mul %x, %one : tensor<?xf32, #mind.dims<N>>, tensor<f32>
  %1 = mind.expand_dims %three axis 1 : tensor<?xf32, #mind.dims<N>>
  // CHECK: return %[[X]], %[[F]]
  return %0, %1 : tensor<?xf32, #mind.dims<N>>, tensor<?x1xf32, #mind.dims<N, 1>>
}

// -----

// CHECK-LABEL: func.func @relu_and_extremes
func.func @relu_and_extremes() -> (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-DAG: %[[R:.*]] = mind.constant dense<[0.000000e+00, 0.000000e+00, 2.000000e+00]> : tensor<3xf32>
  // CHECK-DAG: %[[MAX:.*]] = mind.constant dense<[0.000000e+00, 0x7FC00000]> : tensor<2xf32>
  // CHECK-DAG: %[[MIN:.*]] = mind.constant dense<[-0.000000e+00, 0x7FC00000]> : tensor<2xf32>
  // CHECK: return %[[R]], %[[MAX]], %[[MIN]]
  %x = mind.constant dense<[-1.0, -0.0, 2.0]> : tensor<3xf32>
  %a = mind.constant dense<[-0.0, 0x7FC00000]> : tensor<2xf32>
  %b = mind.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %0 = mind.relu %x : tensor<3xf32>
  %1 = mind.max %a, %b : tensor<2xf32>, tensor<2xf32>
  %2 = mind.min %a, %b : tensor<2xf32>, tensor<2xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @comparisons
func.func @comparisons(%x: tensor<2xf32>, %i: tensor<2xi64>) -> (tensor<3xi1>, tensor<2xi1>, tensor<2xi1>) {
  // CHECK-DAG: %[[C:.*]] = mind.constant dense<[true, false, false]> : tensor<3xi1>
  // CHECK-DAG: %[[T:.*]] = mind.constant dense<true> : tensor<2xi1>
  // CHECK: %[[U:.*]] = mind.compare eq
  // CHECK: return %[[C]], %[[U]], %[[T]]
  %a = mind.constant dense<[-0.0, 0x7FC00000, 1.0]> : tensor<3xf32>
  %b = mind.constant dense<[0.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %0 = mind.compare eq %a, %b : tensor<3xf32>, tensor<3xf32>
  // NaN is not equal to itself.
  %1 = mind.compare eq %x, %x : tensor<2xf32>, tensor<2xf32>
  %2 = mind.compare eq %i, %i : tensor<2xi64>, tensor<2xi64>
  return %0, %1, %2 : tensor<3xi1>, tensor<2xi1>, tensor<2xi1>
}

// -----

// Everything to bf16 goes through f32, with two roundings: 2^40 + 2^32 + 1 becomes
// the midpoint of two values, and then the even one.
// CHECK-LABEL: func.func @casts
// CHECK-SAME: (%[[X:.*]]: tensor<2xf16>, %[[Y:.*]]: tensor<2xf32>)
func.func @casts(%x: tensor<2xf16>, %y: tensor<2xf32>) -> (tensor<bf16>, tensor<2xf16>, tensor<2xf32>, tensor<2xi64>) {
  // CHECK-DAG: %[[H:.*]] = mind.constant dense<1.099510e+12> : tensor<bf16>
  // CHECK-DAG: %[[B:.*]] = mind.constant dense<[1, 0]> : tensor<2xi64>
  %i = mind.constant dense<1103806595073> : tensor<i64>
  %0 = mind.cast %i : tensor<i64> -> tensor<bf16>
  %wide = mind.cast %x : tensor<2xf16> -> tensor<2xf32>
  %1 = mind.cast %wide : tensor<2xf32> -> tensor<2xf16>
  // Not exact, so it stays.
  // CHECK: %[[N:.*]] = mind.cast %[[Y]] : tensor<2xf32> -> tensor<2xf16>
  %narrow = mind.cast %y : tensor<2xf32> -> tensor<2xf16>
  // CHECK: %[[W:.*]] = mind.cast %[[N]] : tensor<2xf16> -> tensor<2xf32>
  %2 = mind.cast %narrow : tensor<2xf16> -> tensor<2xf32>
  %t = mind.constant dense<[true, false]> : tensor<2xi1>
  %3 = mind.cast %t : tensor<2xi1> -> tensor<2xi64>
  // CHECK: return %[[H]], %[[X]], %[[W]], %[[B]]
  return %0, %1, %2, %3 : tensor<bf16>, tensor<2xf16>, tensor<2xf32>, tensor<2xi64>
}

// -----

// A sum over an axis of extent 1 makes +0 of -0, so it stays for floats.
// CHECK-LABEL: func.func @reductions
// CHECK-SAME: (%[[X:.*]]: tensor<1x3xf32>, %[[I:.*]]: tensor<1x3xi64>, %[[S:.*]]: tensor<f32>)
func.func @reductions(%x: tensor<1x3xf32>, %i: tensor<1x3xi64>, %s: tensor<f32>)
    -> (tensor<1x3xf32>, tensor<1x3xi64>, tensor<f32>) {
  // CHECK: %[[SUM:.*]] = mind.sum %[[X]]
  %0 = mind.sum %x axes [0] keepdims : tensor<1x3xf32>
  %1 = mind.sum %i axes [0] keepdims : tensor<1x3xi64>
  %2 = mind.mean %s axes [] : tensor<f32>
  // CHECK: return %[[SUM]], %[[I]], %[[S]]
  return %0, %1, %2 : tensor<1x3xf32>, tensor<1x3xi64>, tensor<f32>
}

// -----

// CHECK-LABEL: func.func @movement
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
func.func @movement(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>) {
  %flat = mind.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  %0 = mind.reshape %flat : tensor<6xf32> -> tensor<2x3xf32>
  %t = mind.transpose %x perm [1, 0] : tensor<2x3xf32>
  %1 = mind.transpose %t perm [1, 0] : tensor<3x2xf32>
  // CHECK: %[[R:.*]] = mind.reshape %[[X]] : tensor<2x3xf32> -> tensor<3x2xf32>
  %2 = mind.reshape %flat : tensor<6xf32> -> tensor<3x2xf32>
  %3 = mind.slice %x axes [0, 1] starts [0, 0] ends [2, ?] strides [1, 1] : tensor<2x3xf32>
  // CHECK: return %[[X]], %[[X]], %[[R]], %[[X]]
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @constant_starts
func.func @constant_starts(%s: tensor<1xf32>, %d: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK-DAG: %[[THREE:.*]] = mind.constant dense<3> : tensor<i64>
  %two = mind.constant dense<2> : tensor<i64>
  %three = mind.constant dense<3> : tensor<i64>
  // CHECK: mind.insert %{{.*}} into %{{.*}} axes [0] starts [2] strides [1] : tensor<1xf32>, tensor<3xf32>
  %0 = mind.insert %s into %d axes [0] starts [?] strides [1](%two) : tensor<1xf32>, tensor<3xf32>, tensor<i64>
  // A fault stays one of run time.
  // CHECK: mind.insert %{{.*}} into %{{.*}} axes [0] starts [?] strides [1](%[[THREE]])
  %1 = mind.insert %s into %d axes [0] starts [?] strides [1](%three) : tensor<1xf32>, tensor<3xf32>, tensor<i64>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// -----

// What may fault is not dropped, what cannot is.
// CHECK-LABEL: func.func @dead
func.func @dead(%x: tensor<3xf32>, %y: tensor<?xf32, #mind.dims<N>>, %i: tensor<i64>) {
  // CHECK-NEXT: mind.gather
  %0 = mind.gather %x[%i] axis 0 : tensor<3xf32>, tensor<i64>
  // CHECK-NEXT: mind.index
  %1 = mind.index %y axes [0] indices [0] : tensor<?xf32, #mind.dims<N>>
  %2 = mind.index %x axes [0] indices [0] : tensor<3xf32>
  %known = mind.constant dense<2> : tensor<i64>
  %3 = mind.gather %x[%known] axis 0 : tensor<3xf32>, tensor<i64>
  // CHECK-NEXT: return
  return
}

// -----

// CHECK-LABEL: func.func @known_conditions
// CHECK-SAME: (%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)
func.func @known_conditions(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %true = mind.constant dense<true> : tensor<i1>
  %false = mind.fill 0.0 : tensor<i1>
  mind.assert %true, "never"
  %0 = mind.if %false -> (tensor<f32>) {
    mind.yield %a : tensor<f32>
  } else {
    mind.yield %b : tensor<f32>
  }
  // CHECK-NEXT: return %[[B]]
  return %0 : tensor<f32>
}

// -----

// Signs move out of products and quotients and meet there; the product and the quotient have the bits that they had.
// CHECK-LABEL: func.func @signs_meet
// CHECK-SAME: (%[[A:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xf32>)
func.func @signs_meet(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %minus = mind.constant dense<-1.0> : tensor<f32>
  %half = mind.constant dense<0.5> : tensor<f32>
  // CHECK: %[[C:.*]] = mind.constant dense<-5.000000e-01> : tensor<f32>
  // CHECK: %[[Q:.*]] = mind.div %[[A]], %[[B]]
  // CHECK: %[[P:.*]] = mind.mul %[[B]], %[[Q]]
  %0 = mind.mul %a, %minus : tensor<3xf32>, tensor<f32>
  %1 = mind.div %0, %b : tensor<3xf32>, tensor<3xf32>
  %2 = mind.mul %b, %1 : tensor<3xf32>, tensor<3xf32>
  %3 = mind.mul %2, %minus : tensor<3xf32>, tensor<f32>
  // A constant takes the sign, through a sum of two equal numbers as well.
  // CHECK: %[[H:.*]] = mind.mul %[[A]], %[[C]] : tensor<3xf32>, tensor<f32>
  // CHECK: %[[S:.*]] = mind.add %[[H]], %[[H]]
  // CHECK: %[[R:.*]] = mind.div %[[S]], %[[B]]
  // CHECK: return %[[P]], %[[R]]
  %4 = mind.mul %a, %half : tensor<3xf32>, tensor<f32>
  %5 = mind.add %4, %4 : tensor<3xf32>, tensor<3xf32>
  %6 = mind.div %5, %b : tensor<3xf32>, tensor<3xf32>
  %7 = mind.mul %6, %minus : tensor<3xf32>, tensor<f32>
  return %3, %7 : tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @signs_in_sums
// CHECK-SAME: (%[[A:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xf32>)
func.func @signs_in_sums(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %minus = mind.constant dense<-1.0> : tensor<f32>
  %na = mind.mul %a, %minus : tensor<3xf32>, tensor<f32>
  %nb = mind.mul %b, %minus : tensor<3xf32>, tensor<f32>
  // CHECK-DAG: %[[N:.*]] = mind.mul %[[A]], %{{.*}} : tensor<3xf32>, tensor<f32>
  // CHECK-DAG: %[[D:.*]] = mind.sub %[[A]], %[[B]]
  // CHECK-DAG: %[[S:.*]] = mind.add %[[A]], %[[B]]
  // -(a + b) would be -0 where a = -b.
  // CHECK-DAG: %[[M:.*]] = mind.sub %[[N]], %[[B]]
  // CHECK: return %[[D]], %[[S]], %[[M]]
  %0 = mind.add %a, %nb : tensor<3xf32>, tensor<3xf32>
  %1 = mind.sub %a, %nb : tensor<3xf32>, tensor<3xf32>
  %2 = mind.add %na, %nb : tensor<3xf32>, tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// The lowest number of q16 has no negation, a scalar is not negated element by element, and what others use stays.
// CHECK-LABEL: func.func @signs_stay
func.func @signs_stay(%q: tensor<3x!mind.q16>, %s: tensor<f32>, %a: tensor<3xf32>)
    -> (tensor<3x!mind.q16>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %minus = mind.constant dense<-1.0> : tensor<f32>
  %qminus = mind.constant dense<-65536> : tensor<i32> as tensor<!mind.q16>
  // CHECK: %[[NQ:.*]] = mind.mul %{{.*}}, %{{.*}} : tensor<3x!mind.q16>, tensor<!mind.q16>
  // CHECK: %[[Q:.*]] = mind.div %[[NQ]], %{{.*}}
  %0 = mind.mul %q, %qminus : tensor<3x!mind.q16>, tensor<!mind.q16>
  %1 = mind.div %0, %q : tensor<3x!mind.q16>, tensor<3x!mind.q16>
  // CHECK: %[[NS:.*]] = mind.mul %{{.*}}, %{{.*}} : tensor<f32>, tensor<f32>
  // CHECK: %[[W:.*]] = mind.mul %[[NS]], %{{.*}} : tensor<f32>, tensor<3xf32>
  %2 = mind.mul %s, %minus : tensor<f32>, tensor<f32>
  %3 = mind.mul %2, %a : tensor<f32>, tensor<3xf32>
  // CHECK: %[[NA:.*]] = mind.mul %{{.*}}, %{{.*}} : tensor<3xf32>, tensor<f32>
  // CHECK: %[[D:.*]] = mind.div %[[NA]], %{{.*}}
  // CHECK: return %[[Q]], %[[W]], %[[NA]], %[[D]]
  %4 = mind.mul %a, %minus : tensor<3xf32>, tensor<f32>
  %5 = mind.div %4, %s : tensor<3xf32>, tensor<f32>
  return %1, %3, %4, %5 : tensor<3x!mind.q16>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
