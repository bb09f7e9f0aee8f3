# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MIND from Python: the C API by ctypes, arrays of numpy in and out.

    import mind
    program = mind.compile("fn f(x: Tensor<f32, [n]>) -> Tensor<f32, [n]> { x * 2.0 }")
    (y,) = program.run("f", numpy.ones(3, numpy.float32))

A program that is wrong raises mind.Error, whose `diagnostics` are those of
docs/Diagnostics.md. `MIND_LIBRARY` names libMind-C.so where the loader does not find it.
"""
import ctypes
import json
import os

import numpy

# In the order of MindDType; f16 and numpy's half are the same, bf16 and q16 have no
# counterpart and are their bits.
DTYPES = [numpy.float32, numpy.float64, numpy.float16, numpy.uint16, numpy.int32, numpy.int64, numpy.bool_, numpy.int32]
DIRECT, INTERPRETER = 0, 1
MLIR, MIC3, MIC1, EVIDENCE, EXECUTABLE, OBJECT, SHARED, HEADER = range(8)


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def get(self):
        return ctypes.string_at(self.data, self.length) if self.length else b""


class _Handle(ctypes.Structure):
    _fields_ = [("ptr", ctypes.c_void_p)]


_Callback = ctypes.CFUNCTYPE(None, _Text, ctypes.c_void_p)
_library = ctypes.CDLL(os.environ.get("MIND_LIBRARY", "libMind-C.so.1"))


def _declare(name, result, *parameters):
    function = getattr(_library, name)
    function.restype, function.argtypes = result, parameters
    return function


_context_create = _declare("mindContextCreate", _Handle)
_context_destroy = _declare("mindContextDestroy", None, _Handle)
_report_create = _declare("mindReportCreate", _Handle)
_report_destroy = _declare("mindReportDestroy", None, _Handle)
_report_print = _declare("mindReportPrint", None, _Handle, ctypes.c_int, ctypes.c_bool, _Callback, ctypes.c_void_p)
_parse = _declare("mindModuleCreateParse", _Handle, _Handle, _Text, _Text, _Handle)
_module_destroy = _declare("mindModuleDestroy", None, _Handle)
_write = _declare("mindModuleWrite", _Handle, _Handle, ctypes.c_int, _Handle, _Handle)
_verify = _declare("mindArtifactVerify", _Handle, _Text, _Text, ctypes.POINTER(ctypes.c_bool), _Handle)
_buffer_bytes = _declare("mindBufferGetBytes", _Text, _Handle)
_buffer_destroy = _declare("mindBufferDestroy", None, _Handle)
_run = _declare("mindModuleRun", _Handle, _Handle, _Text, ctypes.c_size_t, ctypes.POINTER(_Handle), ctypes.c_int, _Callback,
                ctypes.c_void_p, _Handle)
_results_destroy = _declare("mindResultsDestroy", None, _Handle)
_results_count = _declare("mindResultsGetNumTensors", ctypes.c_size_t, _Handle)
_results_get = _declare("mindResultsGetTensor", _Handle, _Handle, ctypes.c_size_t)
_tensor_create = _declare("mindTensorCreate", _Handle, ctypes.c_int, ctypes.c_size_t, ctypes.POINTER(ctypes.c_int64),
                          ctypes.c_void_p)
_tensor_destroy = _declare("mindTensorDestroy", None, _Handle)
_tensor_dtype = _declare("mindTensorGetDType", ctypes.c_int, _Handle)
_tensor_rank = _declare("mindTensorGetRank", ctypes.c_size_t, _Handle)
_tensor_shape = _declare("mindTensorGetShape", ctypes.POINTER(ctypes.c_int64), _Handle)
_tensor_bytes = _declare("mindTensorGetNumBytes", ctypes.c_size_t, _Handle)
_tensor_data = _declare("mindTensorGetData", ctypes.c_void_p, _Handle)


def _text(data):
    text = _Text(ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), len(data))
    text.owner = data  # lives as long as the view of it
    return text


class Error(Exception):
    def __init__(self, report):
        self.diagnostics = [json.loads(line) for line in _print(report, 2).splitlines()]
        super().__init__(_print(report, 0))


def _print(report, form):
    pieces = []
    _report_print(report, form, False, _Callback(lambda piece, _: pieces.append(piece.get())), None)
    return b"".join(pieces).decode()


def _take(buffer):
    data = _buffer_bytes(buffer).get()
    _buffer_destroy(buffer)
    return data


def _make_tensor(value):
    array = numpy.asarray(value, order="C")
    if array.dtype.type not in DTYPES:
        raise TypeError(f"MIND has no {array.dtype}")
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    tensor = _tensor_create(DTYPES.index(array.dtype.type), array.ndim, shape, array.ctypes.data)
    if not tensor.ptr:
        raise MemoryError("the tensor is too large")
    return tensor


def _make_array(tensor):
    shape = [_tensor_shape(tensor)[i] for i in range(_tensor_rank(tensor))]
    array = numpy.empty(shape, DTYPES[_tensor_dtype(tensor)])
    ctypes.memmove(array.ctypes.data, _tensor_data(tensor), _tensor_bytes(tensor))
    return array


class Program:
    def __init__(self, source, name):
        self._context, self._report, self._module = _context_create(), _report_create(), _Handle()
        name, source = name.encode(), source.encode() if isinstance(source, str) else source
        self._module = _parse(self._context, _text(name), _text(source), self._report)
        if not self._module.ptr:
            raise Error(self._report)

    def __del__(self):
        _module_destroy(self._module)
        _report_destroy(self._report)
        _context_destroy(self._context)

    def run(self, function, *args, executor=DIRECT):
        """The results as a tuple of arrays. What the program prints is printed."""
        tensors = []
        try:
            for arg in args:
                tensors.append(_make_tensor(arg))
            show = _Callback(lambda piece, _: print(piece.get().decode(), end=""))
            results = _run(self._module, _text(function.encode()), len(tensors), (_Handle * len(tensors))(*tensors), executor,
                           show, None, self._report)
        finally:
            for tensor in tensors:
                _tensor_destroy(tensor)
        if not results.ptr:
            raise Error(self._report)
        arrays = tuple(_make_array(_results_get(results, i)) for i in range(_results_count(results)))
        _results_destroy(results)
        return arrays

    def write(self, form):
        """The bytes of a form: MIC3, EVIDENCE, SHARED, ..."""
        buffer = _write(self._module, form, _Handle(), self._report)
        if not buffer.ptr:
            raise Error(self._report)
        return _take(buffer)


def compile(source, name="program.mind"):
    return Program(source, name)


def verify(artifact, name="artifact"):
    """What `mindc verify --json` tells of bytes, and whether they are accepted."""
    report, accepted = _report_create(), ctypes.c_bool()
    verdict = _take(_verify(_text(name.encode()), _text(artifact), ctypes.byref(accepted), report))
    _report_destroy(report)
    return accepted.value, json.loads(verdict)
