// REQUIRES: mindc
// RUN: mindc run --interpret %s --func=windows --arg "[1, 2, 3, 4, 5]" | FileCheck %s --check-prefix=FIVE
// RUN: mindc run %s --func=windows --arg "[1, 2, 3, 4, 5]" | FileCheck %s --check-prefix=FIVE
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s --func=windows --arg "[1, 2, 3, 4, 5]" | FileCheck %s --check-prefix=FIVE %}
// RUN: mindc run --interpret %s --func=windows --arg "[1]" | FileCheck %s --check-prefix=ONE
// RUN: mindc run %s --func=windows --arg "[1]" | FileCheck %s --check-prefix=ONE
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s --func=windows --arg "[1]" | FileCheck %s --check-prefix=ONE %}
// RUN: mindc run --interpret %s --func=table --arg "[1, 2]" --dim K=3 | FileCheck %s --check-prefix=TABLE
// RUN: mindc run %s --func=table --arg "[1, 2]" --dim K=3 | FileCheck %s --check-prefix=TABLE
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s --func=table --arg "[1, 2]" --dim K=3 | FileCheck %s --check-prefix=TABLE %}
// RUN: not mindc run --interpret %s --func=table --arg "[1, 2]" 2>&1 | FileCheck %s --check-prefix=NOK
// RUN: not mindc run %s --func=table --arg "[1, 2]" 2>&1 | FileCheck %s --check-prefix=NOK
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s --func=table --arg "[1, 2]" 2>&1 | FileCheck %s --check-prefix=NOK %}
// RUN: mindc run --interpret %s --func=third --arg "[1, 2, 3]" | FileCheck %s --check-prefix=THIRD
// RUN: mindc run %s --func=third --arg "[1, 2, 3]" | FileCheck %s --check-prefix=THIRD
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s --func=third --arg "[1, 2, 3]" | FileCheck %s --check-prefix=THIRD %}
// RUN: not mindc run --interpret %s --func=third --arg "[1, 2]" 2>&1 | FileCheck %s --check-prefix=NOTHIRD
// RUN: not mindc run %s --func=third --arg "[1, 2]" 2>&1 | FileCheck %s --check-prefix=NOTHIRD
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s --func=third --arg "[1, 2]" 2>&1 | FileCheck %s --check-prefix=NOTHIRD %}
// RUN: not mindc run --interpret %s --func=same --arg "[1, 2]" --arg "[3]" 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not mindc run %s --func=same --arg "[1, 2]" --arg "[3]" 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s --func=same --arg "[1, 2]" --arg "[3]" 2>&1 | FileCheck %s --check-prefix=SAME %}

// Dims with names: bounds are settled, and extents checked, at run time.

// FIVE: {{^}}[4, 5]{{$}}
// FIVE-NEXT: {{^}}[1, 3]{{$}}
// FIVE-NEXT: {{^}}[5, 3, 1]{{$}}
// FIVE-NEXT: {{^}}15{{$}}
// ONE: {{^}}[1]{{$}}
// ONE-NEXT: {{^}}[]{{$}}
// ONE-NEXT: {{^}}[1]{{$}}
// ONE-NEXT: {{^}}1{{$}}
func.func @windows(%x: tensor<?xf32, #mind.dims<N>>)
    -> (tensor<?xf32, #mind.dims<_slice_N_m2_n_1>>, tensor<?xf32, #mind.dims<_slice_N_m10_m1_2>>,
        tensor<?xf32, #mind.dims<_slice_N_9_n_m2>>, tensor<f32>) {
  %0 = mind.slice %x axes [0] starts [-2] ends [?] strides [1] : tensor<?xf32, #mind.dims<N>>
  %1 = mind.slice %x axes [0] starts [-10] ends [-1] strides [2] : tensor<?xf32, #mind.dims<N>>
  %2 = mind.slice %x axes [0] starts [9] ends [?] strides [-2] : tensor<?xf32, #mind.dims<N>>
  %3 = mind.sum %x axes [0] : tensor<?xf32, #mind.dims<N>>
  return %0, %1, %2, %3
      : tensor<?xf32, #mind.dims<_slice_N_m2_n_1>>, tensor<?xf32, #mind.dims<_slice_N_m10_m1_2>>,
        tensor<?xf32, #mind.dims<_slice_N_9_n_m2>>, tensor<f32>
}

// TABLE: {{^\[\[}}1, 1, 1], [2, 2, 2]]{{$}}
// NOK: error[runtime][E6005]: no parameter of `table` tells the dim `K`; give it as `--dim K=EXTENT`
func.func @table(%x: tensor<?xi64, #mind.dims<N>>) -> tensor<?x?xi64, #mind.dims<N, K>> {
  %0 = mind.expand_dims %x axis 1 : tensor<?xi64, #mind.dims<N>>
  %1 = mind.broadcast_to %0 : tensor<?x1xi64, #mind.dims<N, 1>> -> tensor<?x?xi64, #mind.dims<N, K>>
  return %1 : tensor<?x?xi64, #mind.dims<N, K>>
}

// THIRD: {{^3$}}
// NOTHIRD: error[runtime][E6001]: index 2 is out of range for extent 2
func.func @third(%x: tensor<?xf16, #mind.dims<N>>) -> tensor<f16> {
  %0 = mind.index %x axes [0] indices [2] : tensor<?xf16, #mind.dims<N>>
  return %0 : tensor<f16>
}

// SAME: error[runtime][E6005]: the parameter `arg1` of `same` is f32[N], but the argument is f32 of shape (1), where `N` is 2
func.func @same(%x: tensor<?xf32, #mind.dims<N>>, %y: tensor<?xf32, #mind.dims<N>>) {
  return
}
