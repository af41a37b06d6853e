/** Judge mode `llm`: the hearing before a round closes, and the closing with its result. */
import type { Hearing, Judgement } from '~/contract/game';
import { JUDGE_PROMPT, maskPitch } from '../../hearings';
import { copyState } from './copy';
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import { type Laws, Proceedings } from './proceedings';
import { closeRounds } from './rules/rounds';
import type { OpenState } from './state';
import { openDraws, STREAMS, shuffle } from './world';

/** The pitches of the round that these events close, in a seeded order; null: none, or another judge mode. */
export function hearing(state: OpenState, events: readonly OpenEvent[]): Hearing | null {
  if (state.config.judge_mode !== 'llm') return null;
  const judged = events.find((event) => event.type === 'pitches_judged');
  const block = judged && state.blocks[judged.verdict.block_id];
  if (!judged || !block || judged.verdict.pitches.length === 0) return null;
  const { order } = drawOrder(state, judged.verdict.pitches.length);
  const { start_round, duration, gpu_count, reliability } = block;
  return {
    task: `${state.config.task_type}, round ${state.round_index} of ${state.config.rounds}`,
    round: state.round_index,
    about: `The block: ${gpu_count} GPU from round ${start_round} for ${duration} rounds (${duration * gpu_count} GPU-hours), reliability ${reliability}.`,
    prompt: JUDGE_PROMPT,
    mask: maskPitch,
    pitches: order.flatMap((i) => {
      const pitch = judged.verdict.pitches[i];
      return pitch ? [{ seat: pitch.lab_id, text: pitch.pitch, score: pitch.score, reason: pitch.reason }] : [];
    }),
    called: Object.fromEntries(Object.values(state.labs).map((lab) => [lab.lab_id, [lab.public_name]])),
  };
}

/** Keeps the events before the round's closing, then adds the judgment, and closes the round again. */
export function rejudgeBy(
  laws: Laws,
  state: OpenState,
  { events, judgement }: { events: readonly OpenEvent[]; judgement: Judgement },
): OpenEvent[] {
  const closing = events.findIndex((event) => event.type === 'round_closed');
  const judged = events.find((event) => event.type === 'pitches_judged');
  if (closing < 0 || !judged) return [...events];
  const before = events.slice(0, closing);
  const book = new Proceedings(
    laws,
    before.reduce<OpenState>((so, event) => evolve(so, event), copyState(state)),
  );
  const { drawn } = drawOrder(state, judged.verdict.pitches.length);
  book.record({ type: 'judgement_heard', round_index: state.round_index, judge_drawn: drawn, judgement });
  closeRounds(book);
  return [...before, ...book.events];
}

function drawOrder(state: OpenState, pitches: number): { order: number[]; drawn: number } {
  const draws = openDraws(state.config, [STREAMS.judge, 1], state.judge_drawn ?? 0);
  return { order: shuffle(draws, pitches), drawn: draws.drawn };
}
