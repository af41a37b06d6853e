/** What a seat can do now, as data; forms, random policies and grammars are generated from it. */
import type { ActionType } from './types';

/** Several ids from a list. */
export interface IdChoice {
  from: string[];
  /** Minimum number of ids. */
  min: number;
  /** Minimum total GPU-hours of the chosen blocks; 0: any. */
  min_gpu_hours: number;
}

export interface NumberRange {
  min: number;
  max: number;
}

/** In code points. */
export interface TextRange {
  min: number;
  max: number;
}

/** One way to fill an action's fields: ids that belong together are fixed, others are chosen. Fields not named here are not used. */
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
