; The results of these statements.
;   ld.global.u16 t, [p]; cvt.u32.u16 d, t;
(set-logic QF_BV)
(set-option :produce-models true)
(declare-const d (_ BitVec 32))
(declare-const |global.1| (_ BitVec 8))
(declare-const |global.0| (_ BitVec 8))
(declare-const p (_ BitVec 64))
(assert (= d ((_ zero_extend 16) (concat |global.1| |global.0|))))
(check-sat)
(get-value (p |global.0| |global.1| d))
