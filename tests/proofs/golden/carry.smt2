; The results of these statements.
;   add.cc.u32 d, x, y; addc.u32 e, z, w;
(set-logic QF_BV)
(set-option :produce-models true)
(declare-const e (_ BitVec 32))
(declare-const d (_ BitVec 32))
(declare-const w (_ BitVec 32))
(declare-const z (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= d (bvadd x y)))
(assert (= (bvadd (bvadd z w) ((_ zero_extend 31) ((_ extract 32 32) (bvadd ((_ zero_extend 1) x) ((_ zero_extend 1) y))))) e))
(check-sat)
(get-value (x y z w d e))
