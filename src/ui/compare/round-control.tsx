'use client';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { Button } from '~/kit/button';
import { roundWords } from '~/kit/format';

interface Props {
  round: number;
  last: number;
  onRound: (round: number) => void;
}

const BEAT_MS = 1200;

/** Steps both matches round by round; arrow keys, Home, End and Space work anywhere on the page. */
export function RoundControl({ round, last, onRound }: Props) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      onRound(round + 1);
      if (round + 1 >= last) setPlaying(false);
    }, BEAT_MS);
    return () => clearTimeout(timer);
  }, [playing, round, last, onRound]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest('input, select, textarea, [role="dialog"], [role="tablist"]')) return;
      if (event.key === 'ArrowLeft') onRound(round - 1);
      else if (event.key === 'ArrowRight') onRound(round + 1);
      else if (event.key === 'Home' && !target?.closest('[data-scrolls]')) onRound(0);
      else if (event.key === 'End' && !target?.closest('[data-scrolls]')) onRound(last);
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [round, last, onRound]);

  function toggle() {
    if (!playing && round >= last) onRound(0);
    setPlaying(!playing);
  }
  return (
    <div className="no-print flex items-center gap-2 border-y px-4 py-1.5 sm:px-6">
      <Button look="quiet" size="icon" aria-label="One round back" onClick={() => onRound(round - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Button size="icon" aria-label={playing ? 'Stop playing' : 'Play round by round'} onClick={toggle}>
        {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </Button>
      <Button look="quiet" size="icon" aria-label="One round on" onClick={() => onRound(round + 1)}>
        <ChevronRight size={16} aria-hidden />
      </Button>
      <input
        type="range"
        aria-label="Round"
        aria-valuetext={round >= last ? 'the end' : `round ${round}`}
        className="range min-w-0 flex-1"
        style={{ '--fill': last > 0 ? round / last : 0 } as CSSProperties}
        min={0}
        max={last}
        step={1}
        value={round}
        onChange={(event) => onRound(event.target.valueAsNumber)}
      />
      <span className="num w-32 shrink-0 text-right text-small">{round >= last ? 'the end' : roundWords(round, last)}</span>
    </div>
  );
}
