/** A match as steps for programs: each move with its answer and reward. */
import type { BazaarEvent } from './events';
import type { BuyerMove, Components, DealRecord, SellerMove } from './types';

interface Step {
  turn: number;
  seat: string;
  action: BuyerMove | SellerMove | null;
  /** The seller's answer, or the scripted buyer's. */
  answer: string | null;
  price: number | null;
  reward: number | null;
  reward_components: Components;
  record: DealRecord | null;
}

export function stepsOf(events: readonly BazaarEvent[]): { steps: Step[]; settlement: null } {
  const steps: Step[] = [];
  const last = (): Step | undefined => steps.at(-1);
  for (const event of events) {
    switch (event.type) {
      case 'buyer_moved':
      case 'bid_made':
      case 'ask_named':
        steps.push(stepOf(event.turn, event.seat, event.move));
        break;
      case 'move_refused':
      case 'turn_lapsed':
        steps.push(stepOf(event.turn, event.seat, null));
        break;
      case 'seller_answered':
        set(last(), { answer: event.answer, price: event.ask });
        break;
      case 'buyer_answered':
        set(last(), { answer: event.answer, price: event.price });
        break;
      case 'arena_closed':
        for (const step of steps) if (step.turn === event.turn) set(step, { answer: event.outcome ?? 'counter', price: event.ask });
        break;
      case 'turn_closed':
        set(last(), { reward: event.reward, reward_components: event.components, record: event.record });
        break;
      default:
    }
  }
  return { steps, settlement: null };
}

function stepOf(turn: number, seat: string, action: Step['action']): Step {
  return { turn, seat, action, answer: null, price: null, reward: null, reward_components: {}, record: null };
}

function set(step: Step | undefined, told: Partial<Step>): void {
  if (step) Object.assign(step, told);
}
