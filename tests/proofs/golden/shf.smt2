; The results of these statements.
;   shf.l.wrap.b32 d, x, y, z;
(set-logic QF_BV)
(set-option :produce-models true)
(declare-const d (_ BitVec 32))
(declare-const z (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const x (_ BitVec 32))
(define-fun |t15| () (_ BitVec 32) ((_ extract 31 0) (bvlshr (concat y x) ((_ zero_extend 58) (bvadd (bvneg ((_ zero_extend 1) ((_ extract 4 0) z))) #b100000)))))
(assert (= d |t15|))
(check-sat)
(get-value (x y z d))
