// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Upstream's ops on elements, indices, counters and flags.

func.func private @unsigned(%a: i32, %b: i32) -> (i1, i1, i1, i1) {
  %lt = arith.cmpi ult, %a, %b : i32
  %le = arith.cmpi ule, %a, %b : i32
  %gt = arith.cmpi ugt, %a, %b : i32
  %ge = arith.cmpi uge, %a, %b : i32
  return %lt, %le, %gt, %ge : i1, i1, i1, i1
}

func.func private @unsigned64(%a: i64, %b: i64) -> i1 {
  %r = arith.cmpi ult, %a, %b : i64
  return %r : i1
}

func.func private @flags(%a: i1, %b: i1) -> (i1, i1, i1, i1, i1) {
  %slt = arith.cmpi slt, %a, %b : i1
  %ult = arith.cmpi ult, %a, %b : i1
  %add = arith.addi %a, %b : i1
  %sub = arith.subi %a, %b : i1
  %mul = arith.muli %a, %b : i1
  return %slt, %ult, %add, %sub, %mul : i1, i1, i1, i1, i1
}

func.func private @casts(%a: i32, %f: i1) -> (i64, i64, i64, i64, i1) {
  %0 = arith.extui %a : i32 to i64
  %1 = arith.extsi %a : i32 to i64
  %2 = arith.extui %f : i1 to i64
  %3 = arith.extsi %f : i1 to i64
  %4 = arith.trunci %a : i32 to i1
  return %0, %1, %2, %3, %4 : i64, i64, i64, i64, i1
}

func.func private @elements(%x: tensor<2x3xf32>, %i: tensor<i64>, %j: tensor<i64>) -> (tensor<3xf32>, tensor<i64>) {
  %a = tensor.extract %i[] : tensor<i64>
  %b = tensor.extract %j[] : tensor<i64>
  %k = arith.index_cast %a : i64 to index
  %l = arith.index_cast %b : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tensor.extract %x[%k, %l] : tensor<2x3xf32>
  %q = tensor.extract %x[%c0, %l] : tensor<2x3xf32>
  %s = tensor.extract %x[%c1, %c1] : tensor<2x3xf32>
  %r = tensor.from_elements %p, %q, %s : tensor<3xf32>
  %d = tensor.dim %x, %c1 : tensor<2x3xf32>
  %e = arith.index_cast %d : index to i64
  %n = tensor.from_elements %e : tensor<i64>
  return %r, %n : tensor<3xf32>, tensor<i64>
}

// The axis of a dim may be computed.
func.func private @extent(%axis: tensor<i64>, %x: tensor<2x3x5xf32>) -> tensor<i64> {
  %a = tensor.extract %axis[] : tensor<i64>
  %k = arith.index_cast %a : i64 to index
  %d = tensor.dim %x, %k : tensor<2x3x5xf32>
  %e = arith.index_cast %d : index to i64
  %n = tensor.from_elements %e : tensor<i64>
  return %n : tensor<i64>
}

func.func private @count(%n: i32, %by: i32) -> tensor<i64> {
  %zero = arith.constant 0 : i32
  %start = mind.constant dense<0> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %r = scf.for %i = %zero to %n step %by iter_args(%sum = %start) -> (tensor<i64>) : i32 {
    %t = tensor.from_elements %i : tensor<i32>
    %w = mind.cast %t : tensor<i32> -> tensor<i64>
    %u = mind.add %sum, %w : tensor<i64>, tensor<i64>
    %next = mind.add %u, %one : tensor<i64>, tensor<i64>
    scf.yield %next : tensor<i64>
  }
  return %r : tensor<i64>
}

func.func private @show(%f: i1) {
  %t = tensor.from_elements %f : tensor<i1>
  mind.print "{} "(%t) : tensor<i1>
  return
}

func.func private @show64(%f: i64) {
  %t = tensor.from_elements %f : tensor<i64>
  mind.print "{} "(%t) : tensor<i64>
  return
}

func.func @main() {
  %m = arith.constant -1 : i32
  %two = arith.constant 2 : i32
  %u:4 = call @unsigned(%m, %two) : (i32, i32) -> (i1, i1, i1, i1)
  call @show(%u#0) : (i1) -> ()
  call @show(%u#1) : (i1) -> ()
  call @show(%u#2) : (i1) -> ()
  call @show(%u#3) : (i1) -> ()
  %m64 = arith.constant -1 : i64
  %two64 = arith.constant 2 : i64
  %v = call @unsigned64(%two64, %m64) : (i64, i64) -> i1
  call @show(%v) : (i1) -> ()
  // CHECK: false false true true true
  mind.print "\n"
  %true = arith.constant true
  %false = arith.constant false
  %f:5 = call @flags(%true, %false) : (i1, i1) -> (i1, i1, i1, i1, i1)
  call @show(%f#0) : (i1) -> ()
  call @show(%f#1) : (i1) -> ()
  call @show(%f#2) : (i1) -> ()
  call @show(%f#3) : (i1) -> ()
  call @show(%f#4) : (i1) -> ()
  // CHECK-NEXT: true false true true false
  mind.print "\n"
  %c:5 = call @casts(%m, %true) : (i32, i1) -> (i64, i64, i64, i64, i1)
  call @show64(%c#0) : (i64) -> ()
  call @show64(%c#1) : (i64) -> ()
  call @show64(%c#2) : (i64) -> ()
  call @show64(%c#3) : (i64) -> ()
  call @show(%c#4) : (i1) -> ()
  // CHECK-NEXT: 4294967295 -1 1 -1 true
  mind.print "\n"
  %x = mind.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %i = mind.constant dense<1> : tensor<i64>
  %j = mind.constant dense<2> : tensor<i64>
  %e:2 = call @elements(%x, %i, %j) : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> (tensor<3xf32>, tensor<i64>)
  // CHECK-NEXT: [6, 3, 5] 3
  mind.print "{} {}\n"(%e#0, %e#1) : tensor<3xf32>, tensor<i64>
  %zero = mind.constant dense<0> : tensor<i64>
  %big = mind.fill 0.0 : tensor<2x3x5xf32>
  %d0 = call @extent(%zero, %big) : (tensor<i64>, tensor<2x3x5xf32>) -> tensor<i64>
  %d1 = call @extent(%i, %big) : (tensor<i64>, tensor<2x3x5xf32>) -> tensor<i64>
  %d2 = call @extent(%j, %big) : (tensor<i64>, tensor<2x3x5xf32>) -> tensor<i64>
  // CHECK-NEXT: 2 3 5
  mind.print "{} {} {}\n"(%d0, %d1, %d2) : tensor<i64>, tensor<i64>, tensor<i64>
  %n = arith.constant 8 : i32
  %three = arith.constant 3 : i32
  %k = call @count(%n, %three) : (i32, i32) -> tensor<i64>
  // CHECK-NEXT: 12
  mind.print "{}\n"(%k) : tensor<i64>
  return
}
