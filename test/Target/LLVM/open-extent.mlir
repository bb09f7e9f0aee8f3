// REQUIRES: mindc-llvm
// RUN: not mindc --backend=llvm %s --emit=header 2>&1 | FileCheck %s
// RUN: mindc --backend=llvm %s --emit=header --func slice --dim N=8 | FileCheck %s --check-prefix=STATIC
// A caller from C has memory for results, so it must know how large they are.

// CHECK: E5002{{.*}}the extent `_slice_N_1_3_1` of a result of `slice` comes from no parameter
// STATIC: int32_t slice(const float *arg0, float *out0, void *workspace);
func.func @slice(%x: tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<_slice_N_1_3_1>> {
  %0 = mind.slice %x axes [0] starts [1] ends [3] strides [1] : tensor<?xf32, #mind.dims<N>>
  return %0 : tensor<?xf32, #mind.dims<_slice_N_1_3_1>>
}
