"""Says which CUDA the driver here speaks, and whether it takes the PTX of a file: python3 takes-ptx.py FILE"""
import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")


def must(code: int, what: str) -> None:
    if code == 0:
        return
    words = ctypes.c_char_p()
    cuda.cuGetErrorString(code, ctypes.byref(words))
    raise SystemExit(f"{what}: error {code}, {(words.value or b'').decode()}")


version, device, context, module = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
must(cuda.cuInit(0), "cuInit")
must(cuda.cuDriverGetVersion(ctypes.byref(version)), "cuDriverGetVersion")
print(f"driver: CUDA {version.value // 1000}.{version.value % 1000 // 10}")
must(cuda.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
must(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
must(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
with open(sys.argv[1], "rb") as file:
    text = file.read()
must(cuda.cuModuleLoadData(ctypes.byref(module), text + b"\0"), f"the PTX of {sys.argv[1]}")
print(f"the driver takes the PTX of {sys.argv[1]}")
