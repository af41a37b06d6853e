/** What happens to wants, promises and plans on the table. */
import type { OpenPromise, OpenWant, Proposal } from './bargain';

/** A joint plan is on its coalition's table. */
export interface PlanProposed {
  type: 'plan_proposed';
  coalition_id: string;
  proposal: Proposal;
}

export interface PlanVetoed {
  type: 'plan_vetoed';
  coalition_id: string;
  plan_id: string;
  lab_id: string;
}

/** It leaves the table without having been carried out; `lab_id`: who had put it there. */
export interface PlanDropped {
  type: 'plan_dropped';
  coalition_id: string;
  plan_id: string;
  lab_id: string;
  why: 'vetoed' | 'over';
}

/** A lab says openly what it would pay for. */
export interface WantPosted {
  type: 'want_posted';
  want: OpenWant;
}

export interface WantClosed {
  type: 'want_closed';
  want_id: string;
  lab_id: string;
  status: 'filled' | 'withdrawn' | 'expired';
}

/** A lab holds blocks for another, and a bond is held for it. */
export interface PromiseMade {
  type: 'promise_made';
  promise: OpenPromise;
}

/** The blocks are free again; the bond went back to who promised, or to whom it was promised. */
export interface PromiseEnded {
  type: 'promise_ended';
  promise_id: string;
  from_lab_id: string;
  to_lab_id: string;
  why: 'taken' | 'declined' | 'lapsed' | 'broken' | 'lost';
  refund_cents: number;
  forfeit_cents: number;
}
