import { formatCount, formatPercent } from '~/kit/format';
import { isAsked, type StandingRow, type TurnOrigins } from '~/store/tournaments/tournament';
import { originsLabel } from './tournament-labels';

/** What the words for turns mean, for below a table with such columns. */
export const TURN_WORDS =
  'Own: the first reply was played. Retried: a later reply, after an error was sent back. Overridden: changed by a hard limit of the game. Fallback: no usable reply, so the declared fallback played. Reverted: a worse offer than its last one, or its own proposal refused.';

/** The column's heading; each cell explains its counts in words. */
export const WHOSE_TURNS = 'Own / retried / overridden / fallback';

/** The origins of its turns, in one cell. */
export function WhoseTurns({ row }: { row: Pick<StandingRow, 'kind' | 'origins'> }) {
  const { origins } = row;
  if (!isAsked(row)) return <NotApplicable />;
  if (origins === null) return <span className="text-ink-3">not counted</span>;
  return <TurnsByOrigin origins={origins} />;
}

export function TurnsByOrigin({ origins }: { origins: TurnOrigins }) {
  const { turns, own, repaired, guarded, fallback } = origins;
  return (
    <span title={originsLabel(origins)} className="whitespace-nowrap">
      {[own, repaired, guarded, fallback].map(formatCount).join(' / ')}
      {turns === 0 ? null : <span className="block text-ink-2">{formatPercent(own / turns)} own</span>}
    </span>
  );
}

/** How often it contradicted itself. */
export function WalkBacks({ row }: { row: Pick<StandingRow, 'walkBacks'> }) {
  return row.walkBacks === null ? <NotApplicable /> : formatCount(row.walkBacks);
}

/** Does not apply to scripts and people. */
export function NotApplicable() {
  return (
    <span className="text-ink-3" title="A script or a person: every turn is its own">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not applicable</span>
    </span>
  );
}

/** Shown next to one match's score. */
export function OriginsLine({ origins }: { origins: TurnOrigins | null | undefined }) {
  return origins ? <span className="block text-ink-2">{originsLabel(origins)}</span> : null;
}
