'use client';
import { clsx } from 'clsx';
import { type ReactNode, useMemo } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { ChatBubble } from '~/kit/chat';
import { rightSide } from '~/kit/chat-sides';
import { MarkGlyph } from '~/kit/mark-glyph';
import { labelled, type NamedThings } from '~/kit/names';
import { Sentence } from '~/kit/sentence';
import { type Tab, Tabs } from '~/kit/tabs';
import { Feed, Rolling, RoundHead, toneOf } from './feed';
import { type FeedLine, linesUntil } from './feed-lines';
import { InstantLink } from './instant-link';
import { itemsUntil, type SaidLine, type StoryItem, saidLines } from './story-lines';

export interface StoryProps {
  screens: AnyGameScreens;
  /** In the game's order. */
  seats: readonly string[];
  lines: readonly FeedLine[];
  story: readonly StoryItem[];
  at: number;
  /** With display names; `ids`: with ids, for the full record. */
  names: NamedThings;
  ids: NamedThings;
  /** Reads lines aloud only to those who follow a live match. */
  following: boolean;
  /** The agents' prompts and replies; null if there are no agents. */
  trace: ReactNode;
  onGo: (seq: number) => void;
}

/** The tab of the story column. It is kept outside of it, so that a new width or a stream that begins anew does not lose the choice. */
export interface ChosenTab {
  tab: string;
  onTab: (tab: string) => void;
}

/**
 * What happened: as a story, as messages, as the full record, or as the models' prompts. The same tabs are used next to the board and on a
 * narrow screen.
 */
export function useStoryTabs({ screens, seats, lines, story, at, names, ids, trace, onGo }: StoryProps): Tab[] {
  const { topics } = screens.feed;
  const chat = useMemo(() => saidLines(lines, topics), [lines, topics]);
  return [
    {
      id: 'story',
      title: 'Story',
      content: (
        <Rolling items={story} shown={itemsUntil(story, at)} draw={(item) => <StoryLine item={item} at={at} names={names} onGo={onGo} />} />
      ),
    },
    { id: 'chat', title: 'Chat', content: <Chat lines={chat} {...{ seats, at, names, onGo }} /> },
    { id: 'events', title: 'All events', content: <Feed names={ids} {...{ lines, at, topics, onGo }} /> },
    ...(trace === null
      ? []
      : [{ id: 'trace', title: 'Model trace', content: <div className="h-full overflow-y-auto px-3 py-3">{trace}</div> }]),
  ];
}

/** Next to the board. */
export function StoryColumn({ tab, onTab, ...props }: StoryProps & ChosenTab) {
  const tabs = useStoryTabs(props);
  return (
    <section aria-label="What happened" className="h-full">
      <h2 className="sr-only">What happened</h2>
      <Tabs
        label="What happened"
        tabs={tabs}
        value={tabs.some(({ id }) => id === tab) ? tab : 'story'}
        onValue={onTab}
        className="flex h-full min-h-0 flex-col [&>[role=tablist]]:shrink-0 [&>[role=tablist]]:px-1 [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:flex-col [&>[role=tabpanel]]:pt-0 [&>[role=tabpanel][hidden]]:hidden"
      />
      <Announced {...props} />
    </section>
  );
}

/** Announces the newest line of the story to screen readers during a live match. */
export function Announced({ story, at, names, following }: Pick<StoryProps, 'story' | 'at' | 'names' | 'following'>) {
  const newest = story[itemsUntil(story, at) - 1];
  return (
    <p aria-live="polite" className="sr-only">
      {following && newest?.kind === 'said' ? labelled(newest.text, names) : ''}
    </p>
  );
}

type LineProps = Pick<StoryProps, 'at' | 'names' | 'onGo'>;

function StoryLine({ item, at, names, onGo }: LineProps & { item: StoryItem }) {
  if (item.kind === 'round') return <RoundHead round={item.round} />;
  if (item.kind === 'folded') return <Folded {...{ item, at, names, onGo }} />;
  return (
    <div className={clsx('grid grid-cols-[14px_minmax(0,1fr)_auto] gap-x-2 border-b border-line/60 px-3 py-2 text-small', toneOf(item))}>
      <span className="pt-[5px]">{item.mark ? <MarkGlyph kind={item.mark} /> : null}</span>
      <p className="min-w-0 break-words">
        <Sentence text={item.text} names={names} />
      </p>
      <GoThere line={item} names={names} onGo={onGo} />
    </div>
  );
}

function GoThere({ line, names, onGo }: { line: SaidLine } & Pick<StoryProps, 'names' | 'onGo'>) {
  return (
    <InstantLink
      seq={line.seq}
      onGo={onGo}
      name={`Show this moment: ${labelled(line.text, names)}`}
      className="num self-start text-ink-3 text-micro leading-5"
    >
      show
    </InstantLink>
  );
}

/** Only the number of lines, until expanded. */
function Folded({ item, at, names, onGo }: LineProps & { item: Extract<StoryItem, { kind: 'folded' }> }) {
  const lines = item.lines.slice(0, linesUntil(item.lines, at));
  const count = lines.length;
  return (
    <details className="border-b border-line/60 px-3 py-1.5 text-ink-2 text-small">
      <summary className="text-micro leading-5">
        {count} {count === 1 ? item.name.replace(/s$/, '') : item.name}
      </summary>
      <ul className="space-y-1 pt-1 pl-3">
        {lines.map((line) => (
          <li key={line.seq} className="break-words">
            <Sentence text={line.text} names={names} /> <GoThere line={line} names={names} onGo={onGo} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Chat({ lines, seats, at, names, onGo }: LineProps & { lines: readonly FeedLine[]; seats: readonly string[] }) {
  const shown = linesUntil(lines, at);
  const isRight = rightSide(seats, null);
  if (shown === 0) return <p className="px-3 py-4 text-ink-2 text-small">Nobody has said anything yet.</p>;
  return (
    <Rolling
      items={lines}
      shown={shown}
      draw={(line) =>
        line.kind === 'round' ? (
          <RoundHead round={line.round} />
        ) : (
          <div className="flex items-start gap-2 px-3 py-1.5 text-small">
            {line.bubble === null ? (
              <p className={clsx('min-w-0 flex-1 break-words rounded-lg border bg-sunk px-2.5 py-1.5', toneOf(line))}>
                <Sentence text={line.text} names={names} />
              </p>
            ) : (
              <div className="min-w-0 flex-1">
                <ChatBubble bubble={line.bubble} right={isRight(line.bubble.seat)} />
              </div>
            )}
            <GoThere line={line} names={names} onGo={onGo} />
          </div>
        )
      }
    />
  );
}
