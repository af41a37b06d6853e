import type { TournamentCard } from '~/api/tournament/types';
import { Badge } from '~/kit/badge';
import type { TournamentStatus } from '~/store/tournaments/tournament';
import { STATUS_TONE } from './tournament-labels';

export function TournamentBadge({ status }: { status: TournamentStatus }) {
  return (
    <Badge tone={STATUS_TONE[status]}>
      {status === 'running' ? <span aria-hidden className="size-1.5 rounded-full bg-accent" /> : null}
      {status}
    </Badge>
  );
}

/** Whether a tournament's figures count. */
export function KindBadge({ card: { kind, isDemo } }: { card: Pick<TournamentCard, 'kind' | 'isDemo'> }) {
  if (isDemo) return <Badge>demo, unrated</Badge>;
  return kind === 'rated' ? <Badge tone="accent">rated</Badge> : <Badge>unrated</Badge>;
}
