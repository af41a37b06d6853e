import type { FigureReport } from './figures';

/** The displayed parts of a stored report of `mandi eval`. */
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
