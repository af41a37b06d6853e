/** What a seat may do now, as data: forms, random policies and grammars are all made from it. */
import type { ActionType } from './types';

/** Some ids out of a list. */
export interface IdChoice {
  from: string[];
  /** How many at least. */
  min: number;
  /** How many GPU-hours the chosen blocks must have together; 0: no matter. */
  min_gpu_hours: number;
}

export interface NumberRange {
  min: number;
  max: number;
}

/** In characters (code points). */
export interface TextRange {
  min: number;
  max: number;
}

/** One way to fill an action's fields: ids that belong together are fixed, the others are chosen. A field not named here is not used. */
export interface LegalChoice {
  target_lab_id?: string;
  offer_id?: string;
  coalition_id?: string;
  job_id?: string;
  block_ids?: IdChoice;
  requested_block_ids?: IdChoice;
  payment?: NumberRange;
  message?: TextRange;
}

export interface LegalAction {
  action_type: ActionType;
  choices: LegalChoice[];
}
