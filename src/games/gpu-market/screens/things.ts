import type { Thing } from '~/contract/shown';

/** The things of a market that have names, under any ruleset. */
export interface Nameable {
  labs: readonly { lab_id: string; jobs: readonly { job_id: string }[] | null }[];
  blocks: readonly { block_id: string }[];
  offers: readonly { offer_id: string }[];
  coalitions: readonly { coalition_id: string }[];
}

/** Everything that a sentence may name, by name. */
export function namesOf(view: Nameable | null, nameOf: (labId: string) => string): Map<string, Thing> {
  const names = new Map<string, Thing>();
  if (!view) return names;
  for (const lab of view.labs) {
    names.set(lab.lab_id, { kind: 'seat', id: lab.lab_id });
    names.set(nameOf(lab.lab_id), { kind: 'seat', id: lab.lab_id });
    for (const job of lab.jobs ?? []) names.set(job.job_id, { kind: 'job', id: job.job_id });
  }
  for (const block of view.blocks) names.set(block.block_id, { kind: 'block', id: block.block_id });
  for (const offer of view.offers) names.set(offer.offer_id, { kind: 'offer', id: offer.offer_id });
  for (const coalition of view.coalitions) names.set(coalition.coalition_id, { kind: 'coalition', id: coalition.coalition_id });
  return names;
}
