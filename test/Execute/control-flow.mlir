// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Structural control flow: branches, loops, early exits, calls.

func.func private @choose(%c: tensor<i1>, %a: tensor<i64>, %b: tensor<i64>) -> tensor<i64> {
  %r = mind.if %c -> (tensor<i64>) {
    %s = mind.add %a, %b : tensor<i64>, tensor<i64>
    mind.yield %s : tensor<i64>
  } else {
    mind.yield %b : tensor<i64>
  }
  return %r : tensor<i64>
}

// Adds 0 .. 9; at `stop` it does what `how` says: 0 nothing, 1 break, 2 continue, 3 return.
func.func private @loop(%stop: tensor<i64>, %how: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %0 = mind.constant dense<0> : tensor<i64>
  %1 = mind.constant dense<1> : tensor<i64>
  %2 = mind.constant dense<2> : tensor<i64>
  %3 = mind.constant dense<3> : tensor<i64>
  %10 = mind.constant dense<10> : tensor<i64>
  %r:2 = mind.while (%i = %0, %x = %0) : (tensor<i64>, tensor<i64>) {
    %c = mind.compare lt %i, %10 : tensor<i64>, tensor<i64>
    mind.condition %c : tensor<i1>
  } do {
    %next = mind.add %i, %1 : tensor<i64>, tensor<i64>
    %here = mind.compare eq %i, %stop : tensor<i64>, tensor<i64>
    mind.if %here {
      %breaks = mind.compare eq %how, %1 : tensor<i64>, tensor<i64>
      mind.if %breaks {
        mind.break %i, %x : tensor<i64>, tensor<i64>
      }
      %continues = mind.compare eq %how, %2 : tensor<i64>, tensor<i64>
      mind.if %continues {
        mind.continue %next, %x : tensor<i64>, tensor<i64>
      }
      %returns = mind.compare eq %how, %3 : tensor<i64>, tensor<i64>
      mind.if %returns {
        mind.return %10, %x : tensor<i64>, tensor<i64>
      }
      mind.yield
    }
    %y = mind.add %x, %i : tensor<i64>, tensor<i64>
    mind.yield %next, %y : tensor<i64>, tensor<i64>
  }
  mind.print "ended at {}\n"(%r#0) : tensor<i64>
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

func.func private @fib(%n: tensor<i64>) -> tensor<i64> {
  %1 = mind.constant dense<1> : tensor<i64>
  %2 = mind.constant dense<2> : tensor<i64>
  %c = mind.compare lt %n, %2 : tensor<i64>, tensor<i64>
  mind.if %c {
    mind.return %n : tensor<i64>
  }
  %a = mind.sub %n, %1 : tensor<i64>, tensor<i64>
  %b = mind.sub %n, %2 : tensor<i64>, tensor<i64>
  %x = call @fib(%a) : (tensor<i64>) -> tensor<i64>
  %y = call @fib(%b) : (tensor<i64>) -> tensor<i64>
  %r = mind.add %x, %y : tensor<i64>, tensor<i64>
  return %r : tensor<i64>
}

func.func @main() {
  %0 = mind.constant dense<0> : tensor<i64>
  %1 = mind.constant dense<1> : tensor<i64>
  %2 = mind.constant dense<2> : tensor<i64>
  %3 = mind.constant dense<3> : tensor<i64>
  %5 = mind.constant dense<5> : tensor<i64>
  %yes = mind.constant dense<true> : tensor<i1>
  %no = mind.constant dense<false> : tensor<i1>
  // CHECK: 8 5
  %then = call @choose(%yes, %3, %5) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
  %else = call @choose(%no, %3, %5) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
  mind.print "{} {}\n"(%then, %else) : tensor<i64>, tensor<i64>
  // CHECK-NEXT: ended at 10
  // CHECK-NEXT: runs on 10 45
  %a:2 = call @loop(%5, %0) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  mind.print "runs on {} {}\n"(%a#0, %a#1) : tensor<i64>, tensor<i64>
  // CHECK-NEXT: ended at 5
  // CHECK-NEXT: breaks 5 10
  %b:2 = call @loop(%5, %1) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  mind.print "breaks {} {}\n"(%b#0, %b#1) : tensor<i64>, tensor<i64>
  // CHECK-NEXT: ended at 10
  // CHECK-NEXT: continues 10 40
  %c:2 = call @loop(%5, %2) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  mind.print "continues {} {}\n"(%c#0, %c#1) : tensor<i64>, tensor<i64>
  // CHECK-NEXT: returns 10 10
  %d:2 = call @loop(%5, %3) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  mind.print "returns {} {}\n"(%d#0, %d#1) : tensor<i64>, tensor<i64>
  // CHECK-NEXT: fib 55
  %10 = mind.constant dense<10> : tensor<i64>
  %f = call @fib(%10) : (tensor<i64>) -> tensor<i64>
  mind.print "fib {}\n"(%f) : tensor<i64>
  return
}
