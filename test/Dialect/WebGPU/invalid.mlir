// RUN: mind-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{has at most 256 invocations in a workgroup, 64 along z}}
mind.webgpu.shader @large workgroup_size [32, 16, 1] {
^bb0(%x: memref<4xf32>):
}

// -----

// expected-error @+1 {{takes buffers, then scalars, then memory of the workgroup}}
mind.webgpu.shader @order workgroup_size [1, 1, 1] {
^bb0(%i: index, %x: memref<4xf32>):
}

// -----

// expected-error @+1 {{cannot hold 'f64'}}
mind.webgpu.shader @wide workgroup_size [1, 1, 1] {
^bb0(%x: memref<4xf64>):
}

// -----

// expected-error @+1 {{has 32768 bytes in a workgroup, at most 16384 are there}}
mind.webgpu.shader @shared workgroup_size [1, 1, 1] {
^bb0(%x: memref<8192xf32, #gpu.address_space<workgroup>>):
}

// -----

func.func @absent(%x: memref<4xf32>) {
  // expected-error @+1 {{names `nothing`, which is no shader}}
  mind.webgpu.dispatch @nothing workgroups [1, 1, 1] (%x) : memref<4xf32>
  return
}

// -----

func.func @many(%x: memref<4xf32>) -> f32 {
  // expected-error @+1 {{reads a buffer of one element}}
  %0 = mind.webgpu.map_read %x : memref<4xf32>
  return %0 : f32
}
