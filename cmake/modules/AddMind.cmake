#===-- AddMind.cmake - how a library, tool or test of MIND is declared ------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   add_mind_library(Name file.cpp... [DEPENDS IncGen...] [LINK_LIBS lib...]
#                    [LLVM_COMPONENTS Support...] [PCH])
#   add_mind_dialect_library(...)      the same, precompiled headers on
#   add_mind_conversion_library(...)   the same
#   add_mind_target(Name file.cpp... )  the library MindNameTarget, and a line in the registry of targets
#   add_mind_tool(name file.cpp... [LINK_LIBS lib...] [LLVM_COMPONENTS Support...])
#   add_mind_unittest(Binary file.cpp... [LINK_LIBS lib...])  adds to one binary
#   mind_add_subdirectories()          every folder below that has a CMakeLists.txt

find_program(MIND_CCACHE ccache)
if(MIND_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${MIND_CCACHE})
  # ccache hashes a precompiled header by content once these are named.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime" ${MIND_CCACHE})
endif()

# GNU ld takes ten times as long as lld over the static MLIR libraries. g++ finds
# Debian's old lld by -fuse-ld=lld alone, hence the -B.
if(EXISTS ${LLVM_TOOLS_BINARY_DIR}/ld.lld)
  add_link_options(-fuse-ld=lld -B${LLVM_TOOLS_BINARY_DIR})
endif()
add_link_options(-Wl,--gc-sections)

separate_arguments(_mind_llvm_defs UNIX_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${_mind_llvm_defs})
# Contraction would fuse a multiplication and an addition of the interpreter: N1.
add_compile_options(-fno-exceptions $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti> -ffp-contract=off -ffunction-sections
                    -fdata-sections -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options(-Wno-c++20-extensions "SHELL:-Xclang -fno-pch-timestamp")
else()
  add_compile_options(-Wno-dangling-reference -Wno-comment)
endif()
if(MIND_WERROR)
  add_compile_options(-Werror)
endif()
if(MIND_SANITIZE)
  add_compile_options(-fsanitize=${MIND_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MIND_SANITIZE})
endif()
if(MIND_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

function(mind_add_subdirectory_if_present dir)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/CMakeLists.txt)
    add_subdirectory(${dir})
  endif()
endfunction()

function(mind_add_subdirectories)
  file(GLOB entries CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt)
  list(SORT entries)
  foreach(entry IN LISTS entries)
    get_filename_component(dir ${entry} DIRECTORY)
    add_subdirectory(${dir})
  endforeach()
endfunction()

# The precompiled header lives in a library of its own; the others reuse it.
if(MIND_PCH)
  file(WRITE ${CMAKE_BINARY_DIR}/pch/MindPCH.cpp.in "// Carries the precompiled header.\n")
  configure_file(${CMAKE_BINARY_DIR}/pch/MindPCH.cpp.in ${CMAKE_BINARY_DIR}/pch/MindPCH.cpp COPYONLY)
  add_library(MindPCH STATIC ${CMAKE_BINARY_DIR}/pch/MindPCH.cpp)
  target_precompile_headers(MindPCH PRIVATE
    <mlir/IR/Builders.h> <mlir/IR/BuiltinOps.h> <mlir/IR/BuiltinTypes.h> <mlir/IR/DialectImplementation.h>
    <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h> <mlir/Pass/Pass.h> <mlir/Transforms/DialectConversion.h>
    <mlir/Dialect/Func/IR/FuncOps.h> <mlir/Dialect/Arith/IR/Arith.h> <mlir/Interfaces/InferTypeOpInterface.h>
    <mlir/Interfaces/SideEffectInterfaces.h> <llvm/ADT/TypeSwitch.h>)
endif()

# LLVM's static libraries in this build; the one shared library for importers.
function(_mind_llvm_libs out)
  llvm_map_components_to_libnames(libs ${ARGN})
  set(result "")
  foreach(lib IN LISTS libs)
    list(APPEND result $<BUILD_INTERFACE:${lib}>)
  endforeach()
  list(APPEND result $<INSTALL_INTERFACE:LLVM>)
  set(${out} ${result} PARENT_SCOPE)
endfunction()

function(add_mind_library name)
  cmake_parse_arguments(ARG "PCH;NO_INSTALL" "" "DEPENDS;LINK_LIBS;LLVM_COMPONENTS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(Mind::${name} ALIAS ${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  list(REMOVE_ITEM ARG_LINK_LIBS PUBLIC)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  if(ARG_LLVM_COMPONENTS)
    _mind_llvm_libs(libs ${ARG_LLVM_COMPONENTS})
    target_link_libraries(${name} PUBLIC ${libs})
  endif()
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_include_directories(${name} SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  if(ARG_PCH AND MIND_PCH)
    target_precompile_headers(${name} REUSE_FROM MindPCH)
  endif()
  if(NOT ARG_NO_INSTALL)
    install(TARGETS ${name} EXPORT MindTargets ARCHIVE DESTINATION lib)
    set_property(GLOBAL APPEND PROPERTY MIND_EXPORTS ${name})
  endif()
endfunction()

macro(add_mind_dialect_library)
  add_mind_library(${ARGN} PCH)
endmacro()

macro(add_mind_conversion_library)
  add_mind_library(${ARGN} PCH)
endmacro()

# InitAllTargets.h says what the library defines.
function(add_mind_target name)
  add_mind_library(Mind${name}Target ${ARGN} PCH)
  set_property(GLOBAL APPEND PROPERTY MIND_TARGETS ${name})
endfunction()

function(add_mind_tool name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "DEPENDS;LINK_LIBS;LLVM_COMPONENTS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  llvm_map_components_to_libnames(libs Support ${ARG_LLVM_COMPONENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} ${libs})
  # Fewer relocations to apply before main().
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_link_options(${name} PRIVATE -no-pie)
  if(NOT ARG_NO_INSTALL)
    install(TARGETS ${name} RUNTIME DESTINATION bin)
  endif()
endfunction()

# Linking MLIR costs more than compiling a test, so the tests share few binaries.
function(add_mind_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;DEPENDS" ${ARGN})
  if(NOT TARGET ${name})
    find_package(GTest REQUIRED)
    add_executable(${name})
    target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
    set_property(GLOBAL APPEND PROPERTY MIND_UNITTESTS ${name})
  endif()
  foreach(source IN LISTS ARG_UNPARSED_ARGUMENTS)
    target_sources(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  endforeach()
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()
