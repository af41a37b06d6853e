import { JobSign, KeyOfSigns, OfferSign, SoldAndJoined } from '../../../screens/key-of-signs';
import { ConditionGlyph } from './open-block';

const FILLS = [
  ['available', 'available'],
  ['reserved', 'reserved'],
  ['committed', 'pledged'],
  ['used', 'at work'],
  ['failed', 'failed'],
  ['spent', 'expired unused'],
] as const;

/** A legend of the board's fills and signs. */
export function OpenKey() {
  return (
    <KeyOfSigns fills={FILLS}>
      <li>a block: its height is GPUs, its length is rounds, its area is GPU-hours; a price means that it is for sale to everyone</li>
      <li className="flex items-center gap-1">
        <ConditionGlyph kind="lock" /> not to be resold
      </li>
      <li className="flex items-center gap-1">
        <ConditionGlyph kind="clock" /> to be used by a round
      </li>
      <li className="flex items-center gap-1">
        <ConditionGlyph kind="ring" /> for one coalition
      </li>
      <SoldAndJoined />
      <JobSign>a job, from its arrival to its deadline: shaded by the hours assigned so far, solid when paid, dashed when lost</JobSign>
      <OfferSign>an offer to one lab: the three newest, or those of the lab you point at</OfferSign>
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden>
          <path d="M1 6H9" stroke="var(--ink-2)" strokeWidth="1.5" />
          <circle cx="12" cy="6" r="2.75" fill="none" stroke="var(--ink-2)" strokeWidth="1.4" />
        </svg>
        to everybody
      </li>
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 10 14" width="10" height="14" aria-hidden>
          <path d="M5 2V12" stroke="var(--ink-2)" strokeWidth="1.5" />
          <circle cx="5" cy="2.5" r="2.3" fill="var(--ink-2)" />
          <circle cx="5" cy="11.5" r="1.8" fill="var(--panel)" stroke="var(--ink-2)" strokeWidth="1" />
        </svg>
        a coalition: a dot is a member, a ring is invited, a square has pledged
      </li>
    </KeyOfSigns>
  );
}
