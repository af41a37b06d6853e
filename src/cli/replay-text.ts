import { type Outcome, replay } from '~/contract/game';
import type { LabView, MarketView } from '~/games/gpu-market/view';
import { gameOf } from '~/match/load-match';
import { isOver } from '~/match/match-card';
import { seatPlayers } from '~/match/table/seat-players';
import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { CommandFailed, UsageError } from './exits';
import { trueMinus } from './figure-text';
import { findOpened } from './find-match';
import { type Column, textTable } from './text-table';
import { namesIn, transcriptText } from './transcript-text';
import { turnsText } from './turns-text';

/** The transcript of a match folded again from its events; up to event `at`, where that is given. */
export async function replayText(store: EventStore, id: string, at: number | undefined): Promise<string> {
  const match = await findOpened(store, id);
  const stored = await store.read(match.id);
  if (at !== undefined && at > stored.length) {
    throw new UsageError(`--at ${at}: this match has ${stored.length} events; allowed: 1 to ${stored.length}`);
  }
  const told = at === undefined ? stored : stored.slice(0, at);
  const text = transcriptText(
    match,
    told.map(({ event }) => event),
    await seatPlayers({ store }, match.id),
  );
  const turns = at === undefined && isOver(match) ? await store.agents.turnsOf(match.id) : [];
  const thought = turns.length === 0 ? '' : `${turnsText(turns)}\n\n`;
  return `${text}\n\n${thought}${at === undefined ? verdict(match, stored) : standing(match, told)}`;
}

/** Says that the fold and the match's card agree; a card that says otherwise is a failure. */
function verdict(match: MatchRecord, stored: readonly StoredEvent[]): string {
  const outcome: Outcome = gameOf(match).outcome(fold(match, stored));
  const names = namesIn(
    match,
    stored.map(({ event }) => event),
  );
  const scores = Object.entries(outcome.scores).map(([seat, score]) => `${names[seat] ?? seat} ${trueMinus(String(score))}`);
  const gap = stored.find(({ seq }, index) => seq !== index + 1);
  const faults = [
    ...(gap === undefined ? [] : [`event ${gap.seq} is out of its place`]),
    ...(match.head === stored.length ? [] : [`the card says ${match.head} events, ${stored.length} are stored`]),
    ...(outcome.finished === (match.status === 'finished')
      ? []
      : [`the card says ${match.status}, the events ${outcome.finished ? 'finished' : 'not finished'}`]),
    ...(match.scores === null || sameScores(match.scores, outcome.scores)
      ? []
      : [`the card says ${JSON.stringify(match.scores)}, the events ${JSON.stringify(outcome.scores)}`]),
  ];
  if (faults.length > 0) throw new CommandFailed(`match ${match.id}: the stored outcome is not what its events give: ${faults.join('; ')}`);
  const end = outcome.finished ? 'the stored outcome' : `how it stands (${match.status}, round ${match.round} of ${match.rounds})`;
  return `Checked: ${stored.length} events, folded again, give ${end}: ${scores.join(', ')}.`;
}

function sameScores(stored: Outcome['scores'], folded: Outcome['scores']): boolean {
  const seats = new Set([...Object.keys(stored), ...Object.keys(folded)]);
  return [...seats].every((seat) => stored[seat] === folded[seat]);
}

function fold(match: MatchRecord, stored: readonly StoredEvent[]): unknown {
  const game = gameOf(match);
  return replay(
    game,
    stored.map(({ event }) => event),
  );
}

function standing(match: MatchRecord, told: readonly StoredEvent[]): string {
  const game = gameOf(match);
  const shown = game.view(fold(match, told), { kind: 'all' });
  if (!isMarket(shown)) return `After event ${told.at(-1)?.seq} (${told.at(-1)?.event.type}): ${JSON.stringify(shown)}`;
  const open = shown.offers.filter((offer) => offer.status === 'active');
  const last = told.at(-1);
  return [
    `After event ${last?.seq} (${last?.event.type}), round ${shown.round_index} of ${shown.max_rounds}, market pressure ${shown.market_pressure}:`,
    '',
    textTable(labColumns(shown), shown.labs),
    '',
    `Offers open: ${open.map((offer) => `${offer.offer_id} ${offer.from_lab_id} -> ${offer.to_lab_id ?? 'all'}`).join(', ') || 'none'}`,
    `Coalitions: ${shown.coalitions.map((one) => `${one.coalition_id} (${one.members.join(', ')}; ${one.breach_status})`).join(', ') || 'none'}`,
  ].join('\n');
}

/** Of other games the state is shown as it is. */
function isMarket(shown: unknown): shown is MarketView {
  return typeof shown === 'object' && shown !== null && 'labs' in shown && 'offers' in shown && 'market_pressure' in shown;
}

function labColumns(view: MarketView): readonly Column<LabView>[] {
  const blocksOf = (lab: LabView) => view.blocks.filter((block) => block.owner_lab_id === lab.lab_id);
  return [
    { title: 'lab', align: 'left', text: (lab) => `${lab.public_name} (${lab.lab_id})` },
    { title: 'reputation', align: 'right', text: (lab) => String(lab.reputation) },
    { title: 'budget', align: 'right', text: (lab) => (lab.budget === null ? '-' : lab.budget.toFixed(2)) },
    {
      title: 'jobs done',
      align: 'right',
      text: (lab) => (lab.jobs ? `${lab.jobs.filter((job) => job.completed).length}/${lab.jobs.length}` : '-'),
    },
    {
      title: 'blocks',
      align: 'left',
      text: (lab) =>
        blocksOf(lab)
          .map((block) => `${block.block_id} ${block.status}`)
          .join(', '),
    },
  ];
}
