; The results of these statements.
;   cvt.rni.s32.f32 d, x;
(set-logic QF_BVFP)
(set-option :produce-models true)
(declare-const d (_ BitVec 32))
(declare-const x (_ BitVec 32))
(define-fun |t3| () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x))
(define-fun |t4| () (_ FloatingPoint 8 24) (fp.roundToIntegral RNE |t3|))
(define-fun |t12| () (_ BitVec 32) (ite (fp.lt |t4| ((_ to_fp 8 24) #xcf000000)) #x80000000 (ite (fp.lt |t4| ((_ to_fp 8 24) #x4f000000)) ((_ fp.to_sbv 32) RTZ |t4|) #x7fffffff)))
(assert (= d (ite (fp.isNaN |t3|) #x00000000 |t12|)))
(check-sat)
(get-value (x d))
