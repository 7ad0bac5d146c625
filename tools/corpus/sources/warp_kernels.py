# ruff: noqa
"""Kernels for NVIDIA Warp."""

import warp as wp


@wp.struct
class Particle:
    position: wp.vec3
    velocity: wp.vec3
    mass: float


@wp.func
def potential(p: wp.vec3, center: wp.vec3) -> float:
    return 1.0 / (wp.length(p - center) + 0.01)


@wp.kernel
def move(particles: wp.array(dtype=Particle), force: wp.array(dtype=wp.vec3), dt: float):
    i = wp.tid()
    p = particles[i]
    p.velocity = p.velocity + force[i] / p.mass * dt
    p.position = p.position + p.velocity * dt
    particles[i] = p


@wp.kernel
def energy(points: wp.array(dtype=wp.vec3), total: wp.array(dtype=float)):
    i = wp.tid()
    value = float(0.0)
    for j in range(16):
        value += potential(points[i], points[j])
    wp.atomic_add(total, 0, value)


@wp.kernel
def rotate(q: wp.array(dtype=wp.quat), v: wp.array(dtype=wp.vec3), m: wp.array(dtype=wp.mat33)):
    i = wp.tid()
    v[i] = wp.quat_rotate(q[i], v[i]) + wp.mul(m[i], v[i])
    m[i] = wp.inverse(m[i]) + wp.quat_to_matrix(q[i])


@wp.kernel
def noise(seed: int, out: wp.array2d(dtype=float)):
    i, j = wp.tid()
    state = wp.rand_init(seed, i)
    out[i, j] = wp.noise(state, wp.vec2(float(i), float(j))) + wp.randf(state)


@wp.kernel
def search(data: wp.array(dtype=int), key: int, found: wp.array(dtype=int)):
    low = int(0)
    high = int(data.shape[0])
    while low < high:
        middle = (low + high) // 2
        if data[middle] < key:
            low = middle + 1
        else:
            high = middle
    found[wp.tid()] = low
