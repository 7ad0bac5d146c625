; The results of these statements.
;   setp.lt.s32 p, x, y; mov.b32 d, y; @p mov.b32 d, x;
(set-logic QF_BV)
(set-option :produce-models true)
(declare-const d (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= d (ite (bvsle x y) x y)))
(check-sat)
(get-value (x y d))
