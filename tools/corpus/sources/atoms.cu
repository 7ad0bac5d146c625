// The matrix atoms of CuTe, one kernel an atom. For nvcc with CUTLASS; a list of uses is written below.
#include <cute/arch/mma_sm70.hpp>
#include <cute/arch/mma_sm75.hpp>
#include <cute/arch/mma_sm80.hpp>
#include <cute/arch/mma_sm89.hpp>
#include <cute/arch/mma_sm90.hpp>
#include <cute/arch/mma_sm90_gmma.hpp>
#include <cute/arch/mma_sm90_gmma_sparse.hpp>
#include <cute/arch/util.hpp>
#include <cute/numeric/integer_sequence.hpp>
using namespace cute;

template <class A> using Element = typename std::remove_extent<A>::type;
template <class A> constexpr int count = std::extent<A>::value;

template <class A> __device__ void read(A &to, const Element<A> *from) {
    for (int i = 0; i < count<A>; i++) to[i] = from[i];
}

template <class Atom> __global__ void separate(Element<typename Atom::DRegisters> *d, const Element<typename Atom::ARegisters> *a,
                                               const Element<typename Atom::BRegisters> *b, const Element<typename Atom::CRegisters> *c) {
    typename Atom::DRegisters rd;
    typename Atom::ARegisters ra;
    typename Atom::BRegisters rb;
    typename Atom::CRegisters rc;
    read(ra, a);
    read(rb, b);
    read(rc, c);
    detail::explode([](auto &&...all) { Atom::fma(all...); }, rd, make_int_sequence<count<decltype(rd)>>{}, ra, make_int_sequence<count<decltype(ra)>>{},
                    rb, make_int_sequence<count<decltype(rb)>>{}, rc, make_int_sequence<count<decltype(rc)>>{});
    for (int i = 0; i < count<decltype(rd)>; i++) d[i] = rd[i];
}

template <class Atom> __global__ void in_place(const Element<typename Atom::ARegisters> *a, const Element<typename Atom::BRegisters> *b,
                                               Element<typename Atom::CRegisters> *c) {
    typename Atom::ARegisters ra;
    typename Atom::BRegisters rb;
    typename Atom::CRegisters rc;
    read(ra, a);
    read(rb, b);
    read(rc, c);
    detail::explode([](auto &&...all) { Atom::fma(all...); }, ra, make_int_sequence<count<decltype(ra)>>{}, rb, make_int_sequence<count<decltype(rb)>>{},
                    rc, make_int_sequence<count<decltype(rc)>>{});
    for (int i = 0; i < count<decltype(rc)>; i++) c[i] = rc[i];
}

