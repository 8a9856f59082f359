"""Inputs for the calls in test_aclnn_others.cpp, and what numpy says to them."""
import numpy as np

R = np.random.default_rng(11)


def f32(*shape):
    return R.integers(-64, 64, shape).astype(np.float32) / 8


def write(operator, **arrays):
    for name, array in arrays.items():
        np.ascontiguousarray(array).tofile(f"{operator}_{name}.bin")


x, y = f32(5001), f32(5001)
write("dot", x=x, y=y, out=np.array([np.dot(x.astype(np.float64), y)], np.float32))
flags = R.integers(0, 2, (3, 500)).astype(bool)
write("not", x=flags, out=~flags)
x = f32(2, 600)
write("leaky", x=x, out=np.where(x >= 0, x, x * np.float32(0.25)), relu=np.maximum(x, 0))
x = f32(2, 1300)
a, b = np.split(x.astype(np.float64), 2, axis=1)
write("glu", x=x, out=(a / (1 + np.exp(-a)) * b).astype(np.float32))
x = f32(3, 40)
e = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
write("softmax", x=x, out=(e / e.sum(-1, keepdims=True)).astype(np.float32))
x, gamma, beta = f32(5, 128), f32(128), f32(128)
wide = x.astype(np.float64)
rstd = 1 / np.sqrt((wide**2).mean(-1, keepdims=True) + 1e-6)
write("rms", x=x, gamma=gamma, y=(wide * rstd * gamma).astype(np.float32), rstd=rstd.astype(np.float32))
write("gemma", x=x, gamma=gamma, y=(wide * rstd * (gamma + 1)).astype(np.float32), rstd=rstd.astype(np.float32))
mean = wide.mean(-1, keepdims=True)
rstd = 1 / np.sqrt(((wide - mean) ** 2).mean(-1, keepdims=True) + 1e-3)
normal = ((wide - mean) * rstd * gamma + beta).astype(np.float32)
write("layer", x=x, gamma=gamma, beta=beta, y=normal, mean=mean.astype(np.float32), rstd=rstd.astype(np.float32))
x, index = f32(9, 21), np.array([0, -1, 3, 8, 3])
write("gather", x=x, index=index, out=x[index])
c, a, b = R.integers(0, 2, 3000).astype(bool), f32(3000), f32(3000)
write("where", c=c, a=a, b=b, out=np.where(c, a, b))
a, b = f32(3, 5), f32(400, 5)
write("concat", a=a, b=b, out=np.concatenate([a, b]))
x = R.permutation(21 * 90).reshape(21, 90).astype(np.float32)
write("arg", x=x, out=x.argmax(-1).astype(np.int32))
x = f32(5, 13)
write("pad", x=x, out=np.pad(x, ((0, 0), (3, 20)), constant_values=-2.5))
x = np.maximum(f32(9, 64), -7.5).astype(np.float16)
x[:, 0] = 127 / 16  # the largest of each row, so that a step is a power of two
write("quant", x=x, y=np.rint(x.astype(np.float32) * 16).astype(np.int8), scale=np.full(9, 1 / 16, np.float32))
a, b, c, d = f32(3, 5), f32(200), f32(3, 5), f32(200)
write("scale", a=a, b=b, y=a * np.float32(1.5), z=b * np.float32(1.5))
write("sub", a=a, b=b, c=c, d=d, y=a - c, z=b - d)
