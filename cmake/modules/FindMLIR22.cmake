#===-- FindMLIR22.cmake - the MLIR that MIND is built on --------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The version file of Debian's package refuses `find_package(MLIR 22)`, so the
# major version is checked here instead.
find_package(MLIR REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "MIND needs LLVM/MLIR 22, but ${MLIR_DIR} is LLVM ${LLVM_PACKAGE_VERSION}; "
                      "install libmlir-22-dev or set MLIR_DIR")
endif()
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)
set(MLIR_BINARY_DIR ${CMAKE_BINARY_DIR})

# A tool on libMLIR.so needs 25 ms before main() runs; linked statically, 2-4 ms.
# The exported static libraries name the shared LLVM and MLIR as dependencies:
# both go, in this build alone (an importer of the installed package sees MLIR's
# own defaults).
get_property(_mind_mlir_libs GLOBAL PROPERTY MLIR_ALL_LIBS)
foreach(lib IN LISTS _mind_mlir_libs)
  if(NOT TARGET ${lib})
    continue()
  endif()
  get_target_property(kind ${lib} TYPE)
  get_target_property(deps ${lib} INTERFACE_LINK_LIBRARIES)
  if(kind STREQUAL "STATIC_LIBRARY" AND deps)
    list(TRANSFORM deps REPLACE "^\\\\?\\$<LINK_ONLY:LLVM>$" "LLVMSupport")
    list(TRANSFORM deps REPLACE "^LLVM$" "LLVMSupport")
    list(REMOVE_ITEM deps MLIR)
    list(REMOVE_DUPLICATES deps)
    set_target_properties(${lib} PROPERTIES INTERFACE_LINK_LIBRARIES "${deps}")
  endif()
endforeach()
