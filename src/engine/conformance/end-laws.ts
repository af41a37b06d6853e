/** What is looked at when a match is over: each event as each viewer may see it, in a sentence, and the ledger with every deal. */
import { imbalanceOf, type Ledger, type Transfer } from '~/contract/ledger';
import { Narrator } from '~/contract/narrator';
import { canonical, difference, frozen } from './plain';
import { type Played, type Table, viewersOf } from './table';

const HOLES = /undefined|\bnull\b|NaN|\[object|[{}]/;
const SENTENCE = /^\S.*[.!?:”"’')]$/s;

export function narrationLaw({ asked, place }: Table, { seats, events }: Played): void {
  const tellers = viewersOf(seats).map((viewer) => ({ viewer, narrator: new Narrator(asked.rules) }));
  let state: unknown = null;
  for (const event of events) {
    state = asked.evolve(state, structuredClone(event));
    const held = asked.held(state);
    place.turn = asked.rules.clock(state).turn;
    for (const { viewer, narrator } of tellers) {
      const shown = asked.publish(structuredClone(event), viewer, held);
      if (shown === null) continue;
      const line = asked.run('purity', `narrate(${event.type})`, () => asked.rules.narrate(shown, narrator.names));
      narrator.tell(shown);
      const isSentence = line === null ? viewer.kind !== 'all' : SENTENCE.test(line.text) && !HOLES.test(line.text);
      asked.bench.hold(
        'narration',
        isSentence,
        () => `${event.type} is told to ${viewer.kind} as ${line === null ? 'nothing' : `"${line.text}"`}`,
      );
    }
  }
}

/** The ledger agrees with the books, and each of its deals is one between two who took part, at an event of this match. */
export function ledgerLaw({ asked, pack }: Table, { seats, events }: Played): void {
  const { bench } = asked;
  const log = frozen(structuredClone(events));
  const ledger = asked.run('purity', 'ledger', () => pack.ledger(log));
  const books = asked.run('purity', 'books', () => pack.books(log));
  bench.hold('books', imbalanceOf(ledger) === 0, () => `by the ledger: ${booksText(ledger)}`);
  bench.clear('books', difference(booksText(ledger), booksText(books)));
  bench.hold('books', Number.isFinite(ledger.stake) && ledger.stake >= 0, () => `the stake is ${ledger.stake}`);
  const known = new Set([...seats, ...Object.keys(ledger.profits)]);
  for (const deal of ledger.transfers) {
    const isDeal = deal.from !== deal.to && known.has(deal.from) && known.has(deal.to) && log[deal.seq - 1] !== undefined;
    bench.hold('books', isDeal && hasWorth(deal), () => `the ledger has a deal that cannot be: ${JSON.stringify(deal)}`);
  }
}

function hasWorth({ worth, paid }: Transfer): boolean {
  return [worth, paid].every((amount) => Number.isFinite(amount) && amount >= 0);
}

function booksText({ profits, entered, left }: Pick<Ledger, 'profits' | 'entered' | 'left'>): string {
  return canonical({ profits, entered, left });
}
