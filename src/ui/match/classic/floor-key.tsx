import { JobSign, KeyOfSigns, OfferSign } from '../key-of-signs';

const FILLS = [
  ['available', 'available'],
  ['reserved', 'reserved'],
  ['committed', 'committed to a coalition'],
  ['used', 'used'],
  ['failed', 'failed'],
] as const;

/** What the floor's fills and signs mean, in one line under it. */
export function FloorKey() {
  return (
    <KeyOfSigns fills={FILLS}>
      <li>a bar: its height is GPUs, its length rounds, its area GPU-hours</li>
      <JobSign>a job is due, filled when done</JobSign>
      <OfferSign>an offer stands, from maker to recipient</OfferSign>
    </KeyOfSigns>
  );
}
