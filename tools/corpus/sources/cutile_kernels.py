# ruff: noqa
"""cuTile kernels; `KERNELS` lists the type and the number of dimensions of the arrays for which each is compiled."""

import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def add(x, y, out):
    at = ct.bid(0)
    total = ct.load(x, index=(at,), shape=(128,)) + ct.load(y, index=(at,), shape=(128,))
    ct.store(out, index=(at,), tile=total)


@ct.kernel
def softmax(x, out):
    row = ct.bid(0)
    values = ct.load(x, index=(row, 0), shape=(1, 256)).astype(ct.float32)
    top = ct.exp(values - ct.max(values, 1, keepdims=True))
    ct.store(out, index=(row, 0), tile=(top / ct.sum(top, 1, keepdims=True)).astype(out.dtype))


@ct.kernel
def matmul(a, b, c):
    row, column = ct.bid(0), ct.bid(1)
    total = ct.full((64, 64), 0, ct.float32)
    for step in range(ct.num_tiles(a, axis=1, shape=(64, 32))):
        left = ct.load(a, index=(row, step), shape=(64, 32), padding_mode=ct.PaddingMode.ZERO)
        right = ct.load(b, index=(step, column), shape=(32, 64), padding_mode=ct.PaddingMode.ZERO)
        total = ct.mma(left, right, total)
    ct.store(c, index=(row, column), tile=total.astype(c.dtype))


@ct.kernel
def gathers(x, at, out):
    block = ct.bid(0)
    places = ct.load(at, index=(block,), shape=(64,))
    values = ct.gather(x, places)
    ct.scatter(out, places, ct.where(values > 0, values, -values))


@ct.kernel
def atomics(x, out):
    block = ct.bid(0)
    values = ct.load(x, index=(block,), shape=(64,))
    ct.atomic_add(out, values % 16, values)
    ct.atomic_max(out, values % 8, values)
    ct.atomic_cas(out, values % 4, values, values + 1)


@ct.kernel
def functions(x, out):
    block = ct.bid(0)
    a = ct.load(x, index=(block,), shape=(128,)).astype(ct.float32)
    b = ct.sin(a) + ct.cos(a) * ct.tanh(a) - ct.log2(ct.abs(a) + 1.0) / ct.sqrt(a * a + 1.0)
    c = ct.pow(ct.abs(b), 1.5) + ct.rsqrt(ct.abs(b) + 2.0) + ct.exp2(ct.floor(a)) + ct.ceil(b)
    ct.store(out, index=(block,), tile=ct.minimum(ct.maximum(c, -8.0), 8.0).astype(out.dtype))


@ct.kernel
def scans(x, out):
    block = ct.bid(0)
    values = ct.load(x, index=(block, 0), shape=(16, 32))
    ct.store(out, index=(block, 0), tile=ct.cumsum(values, 1) + ct.transpose(ct.reshape(values, (32, 16))))


@ct.kernel
def says(x, out):
    block = ct.bid(0)
    values = ct.load(x, index=(block,), shape=(32,))
    ct.printf("block %d\n", block)
    ct.assert_(block < 1000)
    ct.store(out, index=(block,), tile=values * 2)


HALF, BRAIN, SINGLE, DOUBLE = ct.float16, ct.bfloat16, ct.float32, ct.float64
KERNELS = {
    "add": (add, [(SINGLE, 1)] * 3),
    "add-half": (add, [(HALF, 1)] * 3),
    "softmax": (softmax, [(BRAIN, 2)] * 2),
    "matmul-half": (matmul, [(HALF, 2)] * 3),
    "matmul-brain": (matmul, [(BRAIN, 2)] * 3),
    "matmul-single": (matmul, [(SINGLE, 2)] * 3),
    "gathers": (gathers, [(SINGLE, 1), (ct.int32, 1), (SINGLE, 1)]),
    "atomics": (atomics, [(ct.int32, 1)] * 2),
    "functions": (functions, [(HALF, 1), (SINGLE, 1)]),
    "scans": (scans, [(ct.int32, 2)] * 2),
    "says": (says, [(SINGLE, 1)] * 2),
}
