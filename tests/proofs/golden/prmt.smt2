; The results of these statements.
;   prmt.b32 d, x, y, 0x5410;
(set-logic QF_BV)
(set-option :produce-models true)
(declare-const d (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= d (concat ((_ extract 15 0) y) ((_ extract 15 0) x))))
(check-sat)
(get-value (x y d))
