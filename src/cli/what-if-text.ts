/** A finished match replayed with one move replaced. */
import { type ReplacedMove, whatIf } from '~/engine/replace-move';
import { findPolicy, standInFor } from '~/games/policies';
import { gameOf } from '~/match/load-match';
import { isOver } from '~/match/match-card';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { forkMatch } from '~/match/table/fork-match';
import { WakeSignal } from '~/match/wake-signal';
import type { MatchRecord } from '~/store/event-store';
import { CommandFailed, UsageError } from './exits';
import { findOpened } from './find-match';
import { transcriptText } from './transcript-text';

interface Asked {
  replaced: ReplacedMove;
  /** Stores it as a branch in which the match's players continue. */
  save: boolean;
}

export async function whatIfText(services: Services, id: string, { replaced, save }: Asked): Promise<string> {
  const match = await findOpened(services.store, id);
  if (!isOver(match)) throw new UsageError(`match ${match.id} is still running; replace a move when it is over`);
  return save ? branchText(services, match, replaced) : inMemoryText(services, match, replaced);
}

async function inMemoryText({ store }: Services, match: MatchRecord, replaced: ReplacedMove): Promise<string> {
  const game = gameOf(match);
  const stored = await store.read(match.id);
  const policies = new Map(match.seats.map((card) => [card.seat, card.kind === 'script' ? findPolicy(match.game, card.policy) : null]));
  const house = standInFor(match.game);
  const made = await whatIf(
    game,
    stored.map(({ event }) => event),
    {
      replaced,
      playerOf(seat) {
        const player = policies.get(seat) ?? findPolicy(match.game, house);
        if (!player) throw new CommandFailed(`nobody plays ${seat}`);
        return player;
      },
    },
  );
  if (!made.ok) throw new UsageError(`--replace: ${made.why}`);
  const { events, state } = made.value;
  const ended: MatchRecord = { ...match, head: events.length, status: 'finished', scores: game.outcome(state).scores };
  const away = [...policies].flatMap(([seat, policy]) => (policy ? [] : [seat]));
  const { turn, seat } = replaced;
  const standing = away.length === 0 ? '' : ` ${house} plays on in ${away.join(', ')}.`;
  return `With another move of ${seat} in turn ${turn}.${standing}\n\n${transcriptText(ended, events)}`;
}

async function branchText(services: Services, match: MatchRecord, replaced: ReplacedMove): Promise<string> {
  const forked = await forkMatch(services, { matchId: match.id, seq: 1, seats: {}, pace: 0, replaced });
  if (!forked.ok) throw new UsageError(`--replace: ${forked.why}`);
  const { id } = forked.value.match;
  const end = await runMatch(services, id, { wake: new WakeSignal(), signal: new AbortController().signal });
  const branch = await services.store.get(id);
  if (branch === null || end !== 'over') throw new CommandFailed(`the branch ${id} did not reach its end (${end})`);
  const events = (await services.store.read(id)).map(({ event }) => event);
  return `${transcriptText(branch, events)}\n\nSaved as match ${id}, a branch of ${match.id}: npx mandi replay ${id}`;
}
