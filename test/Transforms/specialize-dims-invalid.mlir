// RUN: mind-opt %s --split-input-file --verify-diagnostics --mind-specialize-dims="dims=B=4,N=5 function=f"
// RUN: not mind-opt %s --split-input-file --mind-specialize-dims="dims=B=x" 2>&1 | FileCheck %s
// CHECK: dims are written as NAME=NUMBER,..., not 'B=x'
// Sizes that the function does not allow must be refused.

func.func @f(%x: tensor<?xf32, #mind.dims<B>>, %y: tensor<?xf32, #mind.dims<B>>) {
  // expected-error @+1 {{does not allow these sizes: 'tensor<4xf32>' is not 'tensor<3xf32>'}}
  %0 = tensor.cast %x : tensor<?xf32, #mind.dims<B>> to tensor<3xf32>
  %1 = mind.relu %0 : tensor<3xf32>
  return
}

// -----

func.func private @g(tensor<?xf32, #mind.dims<M>>, tensor<?xf32, #mind.dims<M>>)
func.func @f(%x: tensor<?xf32, #mind.dims<B>>, %y: tensor<?xf32, #mind.dims<N>>) {
  %0 = tensor.cast %x : tensor<?xf32, #mind.dims<B>> to tensor<?xf32, #mind.dims<M>>
  %1 = tensor.cast %y : tensor<?xf32, #mind.dims<N>> to tensor<?xf32, #mind.dims<M>>
  // expected-error @+1 {{gives the dim 'M' of its callee two sizes}}
  call @g(%0, %1) : (tensor<?xf32, #mind.dims<M>>, tensor<?xf32, #mind.dims<M>>) -> ()
  return
}

// -----

// expected-error @below {{there is no function 'f' to specialise}}
module {
}
