export type ThingKind = 'block' | 'lab' | 'offer' | 'coalition' | 'job';

export interface Thing {
  kind: ThingKind;
  id: string;
}

export type Piece = string | (Thing & { text: string });

/** What there is to name on a floor, whatever its ruleset. */
export interface Nameable {
  labs: readonly { lab_id: string; jobs: readonly { job_id: string }[] | null }[];
  blocks: readonly { block_id: string }[];
  offers: readonly { offer_id: string }[];
  coalitions: readonly { coalition_id: string }[];
}

/** Everything on the floor that a sentence may name, by the word that names it. */
export function namesOf(view: Nameable | null, nameOf: (labId: string) => string): Map<string, Thing> {
  const names = new Map<string, Thing>();
  if (!view) return names;
  for (const lab of view.labs) {
    names.set(lab.lab_id, { kind: 'lab', id: lab.lab_id });
    names.set(nameOf(lab.lab_id), { kind: 'lab', id: lab.lab_id });
    for (const job of lab.jobs ?? []) names.set(job.job_id, { kind: 'job', id: job.job_id });
  }
  for (const block of view.blocks) names.set(block.block_id, { kind: 'block', id: block.block_id });
  for (const offer of view.offers) names.set(offer.offer_id, { kind: 'offer', id: offer.offer_id });
  for (const coalition of view.coalitions) names.set(coalition.coalition_id, { kind: 'coalition', id: coalition.coalition_id });
  return names;
}

const CANDIDATE = /\bLab [A-Z0-9]+|\b[a-z]+_\w+/g;

/** A sentence in pieces: plain words, and the things it names. */
export function piecesOf(sentence: string, names: ReadonlyMap<string, Thing>): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(CANDIDATE)) {
    const thing = names.get(match[0]);
    if (!thing) continue;
    if (match.index > from) pieces.push(sentence.slice(from, match.index));
    pieces.push({ ...thing, text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < sentence.length) pieces.push(sentence.slice(from));
  return pieces;
}
