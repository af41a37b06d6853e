import type { FigureReport } from './figures';

/** A stored report of `mandi eval`: the part of it that is shown. */
export interface Report extends FigureReport {
  meta: FigureReport['meta'] & {
    command: string;
    ruleset: string;
    version: number;
    judge_mode: string;
    episodes: number;
    std: string;
    ci95: { method: string; level: number; resamples: number };
    code: string;
  };
}

export type Reports = readonly Report[];
