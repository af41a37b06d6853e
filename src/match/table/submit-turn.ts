import type { Receipt } from '~/contract/game';
import { findTextFlaw, MOST_VALUES, textFlawWords } from '~/lib/text/stored-text';
import type { HandedIn, HandInAnswer } from '~/store/table-store';
import { type Answer, answered, refused } from '../answer';
import { isOver } from '../match-card';
import type { Services } from '../services';
import { WakeSignal } from '../wake-signal';

/** Notices can be lost, so the answer is polled at this interval. */
const LOOK_EVERY_MS = 250;
/** How many polls between checks that the match still exists. */
const LOOKS_AT_MATCH = 4;
/** By then, a killed holder has been replaced. */
const PATIENCE_MS = 15_000;

/** Any key of printable characters. */
const KEY = /^[^\p{C}]{1,128}$/u;
const BAD_KEY = 'A key is 1 to 128 visible characters.';

type SubmitServices = Pick<Services, 'store' | 'now'>;

/**
 * Submits a seat's turn and waits for its receipt. The turn is stored first. The same key means the same turn and gets the same receipt,
 * even after a restart. Code `unanswered`: not processed yet; retry with the same key.
 */
export async function submitTurn(
  services: SubmitServices,
  turn: HandedIn,
  patienceMs = PATIENCE_MS,
): Promise<Answer<Receipt, 'unknown_match'>> {
  const malformed = (message: string) => answered({ ok: false as const, code: 'malformed_action', message, turn: turn.turn });
  if (!KEY.test(turn.key)) return malformed(BAD_KEY);
  const flaw = findTextFlaw(turn.payload);
  if (flaw === 'too_deep') return malformed('The turn is nested too deep.');
  if (flaw === 'too_many') return malformed(`The turn holds too many values: at most ${MOST_VALUES}.`);
  if (flaw !== null) return malformed(`A text of this turn ${textFlawWords(flaw.flaw)}. Remove it and try again.`);
  const { store } = services;
  const bell = new WakeSignal();
  const stop = await store.listen((notice) => {
    if (notice.kind === 'answer' && notice.matchId === turn.matchId) bell.ring();
  });
  try {
    const handed = await store.tables.handIn(turn);
    if (!handed.ok) return handed.code === 'unknown_match' ? unknown(turn) : answered(notTaken(handed.code, turn));
    const receipt =
      handed.receipt ?? (await receiptOf(services, handed.id, { matchId: turn.matchId, bell, until: services.now() + patienceMs }));
    if (receipt) return answered(receipt);
    if (await isGone(services, turn.matchId)) return answered(notTaken('match_over', turn)); // it arrived as the match ended
    return answered({ ok: false, code: 'unanswered', message: UNANSWERED, turn: turn.turn });
  } finally {
    await stop();
  }
}

interface Waiting {
  matchId: string;
  bell: WakeSignal;
  until: number;
}

const UNANSWERED = 'The turn is saved but not processed yet. Ask again with the same key.';

const WHY_NOT_TAKEN = {
  not_started: 'This match has not started. Its host starts it.',
  match_over: 'The match is over.',
  seat_handed_over: 'A policy plays this seat: take it back first.',
} as const;

function notTaken(code: keyof typeof WHY_NOT_TAKEN, { turn }: HandedIn): Receipt {
  return { ok: false, code: code === 'match_over' ? 'episode_done' : code, message: WHY_NOT_TAKEN[code], turn };
}

function unknown({ matchId }: HandedIn) {
  return refused('unknown_match' satisfies (HandInAnswer & { ok: false })['code'], `There is no match "${matchId}".`);
}

/** null if there is no answer in time, or none will come because the match is over. */
async function receiptOf(services: SubmitServices, id: string, wait: Waiting): Promise<Receipt | null> {
  const { tables } = services.store;
  for (let looks = 1; ; looks += 1) {
    const heard = wait.bell.rings;
    const receipt = await tables.answerTo(id);
    if (receipt !== null || services.now() >= wait.until) return receipt;
    if (looks % LOOKS_AT_MATCH === 0 && (await isGone(services, wait.matchId))) return tables.answerTo(id);
    await wait.bell.sleep(LOOK_EVERY_MS, heard);
  }
}

async function isGone({ store }: SubmitServices, matchId: string): Promise<boolean> {
  const match = await store.get(matchId);
  return !match || isOver(match);
}
