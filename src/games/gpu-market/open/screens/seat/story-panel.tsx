'use client';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { ChevronLeft, ChevronRight } from '~/kit/icons';
import type { NamedThings } from '~/kit/names';
import { Sentence } from '~/kit/sentence';
import { useDesk, useLive } from './desk-context';
import { SplitBar } from './forms/split-bar';
import { namesTold } from './names';
import { stepsFor } from './steps-for';
import { payoutSentence, type RoundStory, type SeenFrame, type StoryLine, tellRound } from './story';
import { cr, plural, signedCr } from './words';

/** What happened in the last closed round, the seat's own affairs first. Earlier rounds can be reread. */
export function StoryPanel({ frames }: { frames: readonly SeenFrame[] }) {
  const { seat, observation } = useDesk();
  const closes = useMemo(() => frames.flatMap((frame, place) => (frame.event?.type === 'round_closed' ? [place] : [])), [frames]);
  const [back, setBack] = useState<{ of: number; by: number }>({ of: 0, by: 0 });
  // A reader of an old round returns to the newest when one closes.
  const by = back.of === closes.length ? Math.min(back.by, Math.max(0, closes.length - 1)) : 0;
  const end = by === 0 ? frames.length : closes[closes.length - by];
  const story = useMemo(() => tellRound(frames.slice(0, end), seat), [frames, end, seat]);
  return (
    <section aria-label="What happened" className="space-y-2 border-t pt-4">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold text-body">{story === null ? 'How to begin' : `What happened in round ${story.round}`}</h2>
        {closes.length > 1 ? (
          <span className="flex">
            <Button
              look="quiet"
              size="icon"
              aria-label="Previous round"
              disabled={by >= closes.length - 1}
              onClick={() => setBack({ of: closes.length, by: by + 1 })}
            >
              <ChevronLeft size={16} aria-hidden />
            </Button>
            <Button
              look="quiet"
              size="icon"
              aria-label="Next round"
              disabled={by === 0}
              onClick={() => setBack({ of: closes.length, by: by - 1 })}
            >
              <ChevronRight size={16} aria-hidden />
            </Button>
          </span>
        ) : null}
      </div>
      {story === null ? <FirstSteps /> : <Story story={story} />}
      {story === null || observation.done ? null : (
        <details className="text-small">
          <summary className="text-ink-2">What you could do next</summary>
          <div className="mt-2">
            <FirstSteps />
          </div>
        </details>
      )}
    </section>
  );
}

function Story({ story }: { story: RoundStory }) {
  const { seat, observation } = useDesk();
  const { view } = useLive();
  const names = useMemo(() => namesTold(view, observation), [view, observation]);
  const change = story.budget === null ? null : story.budget.after - story.budget.before;
  const talk = (line: StoryLine) => line.topic === 'talk';
  const others = story.others.filter((line) => !talk(line));
  return (
    <div className="space-y-3" aria-live="polite">
      {story.budget === null || change === null ? null : (
        <p className="text-small">
          Money: {cr(story.budget.before)} to {cr(story.budget.after)},{' '}
          <strong className={clsx('num font-semibold', change > 0 ? 'text-green' : undefined)}>{signedCr(change)}</strong>.
        </p>
      )}
      <Results story={story} names={names} />
      {story.payouts.map((payout) => (
        <div key={payout.job_id} className="rounded-md border border-green bg-green-wash p-2 text-small">
          <p className="mb-1">
            <Sentence text={payoutSentence(payout, seat)} names={names} />
          </p>
          <SplitBar parts={payout.parts} me={seat} paid />
        </div>
      ))}
      <ul aria-label="What affects you" className="space-y-1 text-small">
        {story.own.map((line) => (
          <li key={line.seq} className={clsx('border-l-2 pl-2', LEFT[line.topic] ?? 'border-line-strong')}>
            <Sentence text={line.text} names={names} />
          </li>
        ))}
        {story.own.length === 0 ? <li className="text-ink-2">Nothing that affects you.</li> : null}
      </ul>
      {others.length > 0 ? (
        <details className="text-small">
          <summary className="text-ink-2">{plural(others.length, 'other event')}</summary>
          <ul className="mt-1 space-y-1">
            {others.map((line) => (
              <li key={line.seq}>
                <Sentence text={line.text} names={names} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

const LEFT: Partial<Record<StoryLine['topic'], string>> = { shock: 'border-amber', paid: 'border-green', coalition: 'border-accent' };

/** The result of each action of the last turn, in order. */
function Results({ story, names }: { story: RoundStory; names: NamedThings }) {
  if (story.silent) return <p className="text-small">You didn’t submit in time, so you passed this round.</p>;
  if (story.results.length === 0) return null;
  return (
    <ol aria-label="Your last turn" className="space-y-1 text-small">
      {story.results.map((result, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the answers stand in the order handed in
        <li key={place} className="flex flex-wrap items-baseline gap-x-2">
          <Badge tone={result.ok ? 'green' : 'red'}>{result.ok ? 'done' : 'refused'}</Badge>
          <span>{resultName(result.action_type)}:</span>
          <span title={result.ok ? undefined : result.code} className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
            <Sentence text={result.message} names={names} />
          </span>
        </li>
      ))}
    </ol>
  );
}

const RESULT_NAMES: Record<string, string> = {
  send_offer: 'New offer',
  counter_offer: 'Counter-offer',
  accept_offer: 'Deal',
  reject_offer: 'Reject or withdraw an offer',
  allocate_to_job: 'Put to work',
  reserve_capacity: 'Reserve',
  release_capacity: 'Release',
  make_pitch: 'Pitch',
  counter_pitch: 'Pitch',
  form_coalition: 'Start a coalition',
  commit_to_coalition: 'Pledge',
  send_message: 'Message',
};

/** The name of an action used on this screen. */
export function resultName(type: string | null | undefined): string {
  if (type == null) return 'Not an action';
  const words = type.replaceAll('_', ' ');
  return RESULT_NAMES[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Suggestions based on what this seat has: open before the first round has closed, folded afterwards. */
function FirstSteps() {
  const { observation, standing, locked, open, say } = useDesk();
  if (observation.done) return <p className="text-small text-ink-2">No round was played.</p>;
  return (
    <ol aria-label="What to do" className="list-decimal space-y-2 pl-4 text-small marker:text-ink-2">
      {stepsFor(observation, standing).map(({ text, wish, word }) => (
        <li key={text}>
          <p>{say(text)}</p>
          {wish === null ? null : (
            <Button size="small" className="mt-1" disabled={locked !== null} onClick={() => open(wish)}>
              {say(word)}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
