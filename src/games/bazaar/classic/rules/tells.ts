/** The seller's tells: noise around values that the rules make public anyway. */
import { clamp01, round } from '~/lib/numbers';
import type { GaussDraws } from '~/lib/random/draws';
import type { SellerStart, Tells } from '../types';

export interface TellsPlace {
  seller: SellerStart;
  /** The current round. */
  t: number;
  ask: number;
  counters: readonly number[];
  /** 0.5 for the last item in stock, otherwise 1. */
  pressure: number;
}

const NOISE = 0.1;
const STALLING = 1;

/** Draws random numbers. */
export function tellsAt(place: TellsPlace, draws: GaussDraws): Tells {
  const { seller, t } = place;
  const tells = usualTells();
  const u = urgencyOf(place);
  switch (seller.personality) {
    case 'default':
      tells.verbal_urgency = clamp01(u * 0.6 + draws.gauss(0, NOISE));
      tells.verbal_confidence = clamp01(0.6 - u * 0.3 + draws.gauss(0, NOISE));
      tells.fidget_level = clamp01(u * 0.4 + draws.gauss(0, NOISE));
      tells.eye_contact = u < 0.5 ? 'steady' : 'avoidant';
      break;
    case 'deceptive':
      deceptive(tells, u, draws);
      break;
    case 'impatient':
      tells.verbal_urgency = clamp01(0.4 + t * 0.1 + draws.gauss(0, NOISE));
      tells.verbal_confidence = clamp01(0.7 - t * 0.05 + draws.gauss(0, NOISE));
      tells.fidget_level = clamp01(0.3 + t * 0.08 + draws.gauss(0, NOISE));
      tells.emotional_escalation = clamp01(t * 0.12 + draws.gauss(0, NOISE));
      tells.eye_contact = t < 3 ? 'intense' : 'avoidant';
      if (t > 2) tells.posture = 'arms_crossed';
      tells.offer_speed = 'instant';
      tells.concession_pattern = 'front_loaded';
      break;
    case 'collaborative':
      tells.verbal_urgency = clamp01(u * 0.8 + draws.gauss(0, NOISE));
      tells.verbal_confidence = clamp01(0.5 + draws.gauss(0, NOISE));
      tells.fidget_level = clamp01(u * 0.3 + draws.gauss(0, NOISE));
      tells.posture = 'leaning_in';
      tells.offer_speed = 'deliberate';
      break;
  }
  if (isStalling(place.counters)) {
    tells.repeat_phrases = 1;
    tells.concession_pattern = 'stalling';
  }
  tells.fidget_level = round(tells.fidget_level, 3);
  return tells;
}

/** In the arena, all five numbers are rounded, and conditions are not shown. */
export function arenaTells(place: TellsPlace, draws: GaussDraws): Tells {
  const { condition_score: _, depreciation_score: _depreciation, condition_label: _label, ...tells } = tellsAt(place, draws);
  tells.verbal_urgency = round(tells.verbal_urgency, 3);
  tells.verbal_confidence = round(tells.verbal_confidence, 3);
  tells.verbal_deception_cue = round(tells.verbal_deception_cue, 3);
  tells.emotional_escalation = round(tells.emotional_escalation, 3);
  return tells;
}

function deceptive(tells: Tells, u: number, draws: GaussDraws): void {
  tells.verbal_confidence = clamp01(0.3 + u * 0.5 + draws.gauss(0, NOISE));
  tells.verbal_urgency = clamp01(0.1 + draws.gauss(0, NOISE) * 0.15);
  tells.verbal_deception_cue = clamp01(u * 0.7 + draws.gauss(0, NOISE));
  tells.fidget_level = clamp01(u * 0.6 + draws.gauss(0, NOISE));
  tells.topic_changes = Math.max(0, Math.trunc(u * 3 + draws.gauss(0, 0.5))) + 0;
  tells.eye_contact = 'intense';
  tells.posture = 'leaning_in';
  tells.price_rounding = 'precise';
  tells.offer_speed = 'instant';
  tells.concession_pattern = 'erratic';
}

function urgencyOf({ seller: { rounds, anchor, reserve }, t, ask, pressure }: TellsPlace): number {
  let u = pressure * (t / rounds);
  if (ask > 0 && anchor > reserve) u += (1 - (ask - reserve) / (anchor - reserve)) * 0.3;
  return Math.min(1, u);
}

function isStalling(counters: readonly number[]): boolean {
  const { length } = counters;
  return length >= 2 && Math.abs((counters[length - 1] ?? 0) - (counters[length - 2] ?? 0)) < STALLING;
}

function usualTells(): Tells {
  return {
    verbal_urgency: 0,
    verbal_confidence: 0.5,
    verbal_deception_cue: 0,
    price_rounding: 'round',
    offer_speed: 'normal',
    concession_pattern: 'steady',
    fidget_level: 0,
    eye_contact: 'steady',
    posture: 'neutral',
    repeat_phrases: 0,
    topic_changes: 0,
    emotional_escalation: 0,
    condition_score: 1,
    depreciation_score: 0,
    condition_label: 'unknown',
  };
}
