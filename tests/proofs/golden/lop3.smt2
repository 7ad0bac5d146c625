; The results of these statements.
;   lop3.b32 d, x, y, z, 0xca;
(set-logic QF_BV)
(set-option :produce-models true)
(declare-const d (_ BitVec 32))
(declare-const z (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const x (_ BitVec 32))
(define-fun |t7| () (_ BitVec 32) (bvnot x))
(define-fun |t11| () (_ BitVec 32) (bvor (bvor (bvor (bvand (bvand z |t7|) (bvnot y)) (bvand (bvand y z) |t7|)) (bvand (bvand x y) (bvnot z))) (bvand (bvand x y) z)))
(assert (= d |t11|))
(check-sat)
(get-value (x y z d))
