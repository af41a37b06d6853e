import type { MatchCard } from '~/live/protocol';
import { isRedrawn } from '../compare/parting';
import type { StageView } from '../match/match-parts';
import { isLive } from '../matches/card-words';
import type { Reel } from '../replay/reel';
import { AfterMatch } from './after-match';
import { WhileRunning } from './while-running';

interface Props {
  card: MatchCard;
  /** The instant that is shown. */
  at: number;
  round: number;
  reel: Reel<StageView>;
}

/** What a match leads on to; one that waits in its lobby, to nothing yet. */
export function Onward({ card, at, round, reel }: Props) {
  const explained = card.status === 'finished' && !isRedrawn(reel);
  if (!isLive(card)) return <AfterMatch card={card} at={at} round={round} explained={explained} />;
  return card.status === 'lobby' ? null : <WhileRunning card={card} round={round} />;
}
