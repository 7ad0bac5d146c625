; The results of these statements.
;   add.rz.ftz.f32 d, x, y;
(set-logic QF_BVFP)
(set-option :produce-models true)
(declare-const d (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const x (_ BitVec 32))
(define-fun |t17| () (_ FloatingPoint 8 24) (fp.add RTZ ((_ to_fp 8 24) (ite (= ((_ extract 30 23) x) #x00) (concat ((_ extract 31 31) x) #b0000000000000000000000000000000) x)) ((_ to_fp 8 24) (ite (= ((_ extract 30 23) y) #x00) (concat ((_ extract 31 31) y) #b0000000000000000000000000000000) y))))
(declare-const |p24| (_ BitVec 32))
(assert (= ((_ to_fp 8 24) |p24|) (ite (fp.isSubnormal |t17|) (ite (fp.isNegative |t17|) ((_ to_fp 8 24) #x80000000) ((_ to_fp 8 24) #x00000000)) |t17|)))
(assert (=> (fp.isNaN (ite (fp.isSubnormal |t17|) (ite (fp.isNegative |t17|) ((_ to_fp 8 24) #x80000000) ((_ to_fp 8 24) #x00000000)) |t17|)) (= |p24| #x7fffffff)))
(assert (= |p24| d))
(check-sat)
(get-value (x y d))
