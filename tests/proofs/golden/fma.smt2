; The results of these statements.
;   fma.rn.f64 d, x, y, z;
(set-logic QF_BVFP)
(set-option :produce-models true)
(declare-const d (_ BitVec 64))
(declare-const z (_ BitVec 64))
(declare-const y (_ BitVec 64))
(declare-const x (_ BitVec 64))
(declare-const |p8| (_ BitVec 64))
(assert (= ((_ to_fp 11 53) |p8|) (fp.fma RNE ((_ to_fp 11 53) x) ((_ to_fp 11 53) y) ((_ to_fp 11 53) z))))
(assert (=> (fp.isNaN (fp.fma RNE ((_ to_fp 11 53) x) ((_ to_fp 11 53) y) ((_ to_fp 11 53) z))) (= |p8| #xfff8000000000000)))
(assert (= |p8| d))
(check-sat)
(get-value (x y z d))
