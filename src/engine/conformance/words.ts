/** The law of narration: every event, as each viewer may see it, in a sentence. */
import { Narrator } from '~/contract/narrator';
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
