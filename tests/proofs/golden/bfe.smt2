; The results of these statements.
;   bfe.u32 d, x, y, 8;
(set-logic QF_BV)
(set-option :produce-models true)
(declare-const d (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= d ((_ zero_extend 24) ((_ extract 7 0) (bvlshr x ((_ zero_extend 24) ((_ extract 7 0) y)))))))
(check-sat)
(get-value (x y d))
