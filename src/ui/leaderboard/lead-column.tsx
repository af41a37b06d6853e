import type { LeaderboardEntry, LeaderboardTable } from '~/api/tournament/types';
import { policyWords } from '~/contract/player';
import { formatFixed } from '~/kit/format';
import type { Column } from '~/kit/table';
import { None } from '../tournaments/standings-table';
import { figureLabel, matchesLabel } from '../tournaments/tournament-labels';

/** The value that ranks an entry, with the lead that remains without each opponent. */
export const LEAD: Column<LeaderboardEntry> = {
  key: 'lead',
  head: 'Lead',
  align: 'right',
  cell: ({ rating, rank, unranked }) => <Lead {...{ rating, rank, unranked }} />,
  className: 'whitespace-nowrap',
};

function Lead({ rating, rank, unranked }: Pick<LeaderboardEntry, 'rating' | 'rank' | 'unranked'>) {
  if (!rating?.lead) return <None />;
  const { lead, without, bound } = rating;
  return (
    <details>
      <summary>
        {figureLabel(lead)}
        {lead.median === undefined ? null : <span className="block text-ink-2">median {formatFixed(lead.median, 3)}</span>}
        {unranked === 'mostly_fallback' ? (
          <span className="block text-red">its fallback’s lead</span>
        ) : (
          <span className="block text-ink-2">ranked by {bound === null || rank === null ? '–' : formatFixed(bound, 3)}</span>
        )}
      </summary>
      <ul className="text-ink-2 text-small">
        {without.map((one) => (
          <li key={one.opponent}>
            without {policyWords(one.opponent)}: {one.lead ? figureLabel(one.lead) : '–'}
          </li>
        ))}
      </ul>
    </details>
  );
}

const ALONE = 'the score, which is the gain over the seat’s best plan without other players in that world';
const BESIDE_NULL = 'the score minus a baseline’s score in the same world and seat';
const ONE_LEFT_OUT =
  'computed without the opponent who helped most and without opponents against whom everybody does far worse than elsewhere';
const NO_KINGMAKERS =
  ', and without kingmakers: opponents against whom one owner’s agents do far better than expected, while these opponents do worse than elsewhere';
const WELL_MET = 'opponents of 3 owners, each met in at least 20 worlds; other opponents do not count';
const TOGETHER =
  'In our tests, two owners who spoiled the matches of an agent’s rivals moved it up one or two places. Gifts too small to be flagged, from up to four owners, raised its lead but not its rank; more owners or other amounts may raise its rank. Owners can also lose to each other on purpose. A kingmaker who does as badly against everybody as against its favorite is not found.';
const TOGETHER_BEFORE =
  'Gifts too small to be flagged, from several owners, raise a lead no matter which one is left out. Owners can also lose to each other on purpose, or spoil the matches of a rival to move it down.';
const TWO_LEFT_OUT = 'computed without the opponent who helped most and the one who hurt most';

export function openSeasonLabel(seasons: number): string {
  const which = seasons === 1 ? '1 season of this board is open: its' : `${seasons} seasons of this board are open: their`;
  return `${which} matches are added in batches and figures have two digits, so that nobody can work out a single score.`;
}

export function HowRanked({ matches, method, ruleset }: Pick<LeaderboardTable, 'matches' | 'method' | 'ruleset'>) {
  if (method === 1) {
    return (
      <p className="mb-3 text-ink-2 text-small">
        {matchesLabel(matches)}, of tournaments made before 23 November 2026. Ranked by score: the mean over worlds, with its 95% bootstrap
        interval. Elo: Bradley-Terry over all rated matches of this board.
      </p>
    );
  }
  return (
    <div className="mb-3 max-w-3xl space-y-1 text-ink-2 text-small">
      <p>
        {matchesLabel(matches)}. Ranked by the lower bound of the lead’s 95% interval, which can differ from the order of the mean scores.
        Elo is Bradley-Terry over all rated matches of this board.
      </p>
      <details className="space-y-1">
        <summary className="font-medium">How ranks are computed, and what can still raise one</summary>
        <p>
          Lead: {method > 2 && ruleset.endsWith('/open') ? ALONE : BESIDE_NULL}. The rank goes by the lower bound of its 95% interval,{' '}
          {method > 2 ? ONE_LEFT_OUT : TWO_LEFT_OUT}
          {method > 3 ? NO_KINGMAKERS : null}. A rank needs {method > 3 ? WELL_MET : '20 worlds and opponents of 3 owners'}. Owners whom the
          operator has not confirmed count as one. Matches in which one seat gave another a large gift are unrated, except for the giver.
        </p>
        <p>
          This does not stop everything. Two or more confirmed owners who work together can still raise a rank.{' '}
          {method > 3 ? TOGETHER : TOGETHER_BEFORE} Only the operator, who confirms owners, can keep them out.
        </p>
      </details>
    </div>
  );
}
