import { Badge, type Tone } from '~/kit/badge';
import type { MatchStatus } from '~/live/protocol';

const LOOKS: Record<MatchStatus, { tone: Tone; word: string }> = {
  lobby: { tone: 'plain', word: 'lobby' },
  running: { tone: 'accent', word: 'live' },
  paused: { tone: 'plain', word: 'paused' },
  finished: { tone: 'plain', word: 'finished' },
  aborted: { tone: 'plain', word: 'aborted' },
  failed: { tone: 'red', word: 'failed' },
};

export function StatusBadge({ status }: { status: MatchStatus }) {
  const { tone, word } = LOOKS[status];
  return (
    <Badge tone={tone}>
      {status === 'running' ? <span aria-hidden className="size-1.5 rounded-full bg-accent" /> : null}
      {word}
    </Badge>
  );
}
