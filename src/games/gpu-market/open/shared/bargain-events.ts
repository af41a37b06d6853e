/** Events of wants, promises and proposed plans. */
import type { OpenPromise, OpenWant, Proposal } from './bargain';

/** A joint plan was proposed to its coalition. */
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

/** A plan was dropped without being carried out; `lab_id`: its proposer. */
export interface PlanDropped {
  type: 'plan_dropped';
  coalition_id: string;
  plan_id: string;
  lab_id: string;
  why: 'vetoed' | 'over';
}

/** A lab publishes what it would pay for. */
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

/** A lab holds blocks for another, with a bond. */
export interface PromiseMade {
  type: 'promise_made';
  promise: OpenPromise;
}

/** The blocks are free again; the bond went to the promiser or to the recipient. */
export interface PromiseEnded {
  type: 'promise_ended';
  promise_id: string;
  from_lab_id: string;
  to_lab_id: string;
  why: 'taken' | 'declined' | 'lapsed' | 'broken' | 'lost';
  refund_cents: number;
  forfeit_cents: number;
}
