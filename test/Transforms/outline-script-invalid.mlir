// RUN: mind-opt %s --split-input-file --verify-diagnostics --mind-outline-script
// What cannot become one function must be refused.

// expected-error @below {{'__mind_main' is defined, so the top-level statements have no place}}
module {
  func.func @main() {
    return
  }
  func.func @__mind_main() {
    return
  }
  %0 = mind.constant dense<1> : tensor<i64>
}

// -----

// expected-error @below {{more than one result among the top-level statements}}
module {
  %0 = mind.constant dense<1> : tensor<i64>
  mind.output result %0 : tensor<i64>
  mind.output result %0 : tensor<i64>
}
