'use client';

import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import type { Instant, Thing } from '~/contract/shown';
import { Button } from '~/kit/button';
import { Tabs } from '~/kit/tabs';
import { NARROW_SCREEN, useMedia } from '~/kit/use-media';
import type { MatchCard } from '~/live/protocol';
import { type Box, nearest, type Way } from './nearest';
import { Announced, StoryColumn, type StoryProps, useStoryTabs } from './story-column';

interface Props extends Omit<StoryProps, 'at'> {
  screens: AnyGameScreens;
  instant: Instant<object>;
  card: MatchCard;
  /** The thing selected in the inspector. */
  thing: Thing | null;
  /** The result; null before the end. */
  ending: ReactNode;
}

/** The board next to the story; as tabs on a narrow screen. */
export function BoardAndStory(props: Props) {
  const narrow = useMedia(NARROW_SCREEN);
  return narrow ? <Turns {...props} /> : <Beside {...props} />;
}

function Beside({ ending, ...props }: Props) {
  const { screens, instant, card, thing, ...story } = props;
  const { Board } = screens.match;
  const [seen, setSeen] = useState(false);
  const isOver = ending !== null;
  useEffect(() => {
    if (!isOver) setSeen(false);
  }, [isOver]);
  const covered = isOver && !seen;
  return (
    <div className="grid min-h-110 grid-cols-[minmax(0,1fr)_20rem] min-[1280px]:grid-cols-[minmax(0,1fr)_24rem] print:block">
      <div className="relative min-w-0">
        <div inert={covered} className={covered ? 'opacity-30' : undefined}>
          <BoardKeys>
            <Board {...instant} card={card} narrow={false} selected={thing} />
          </BoardKeys>
        </div>
        {covered ? (
          <div className="absolute inset-x-0 top-0 z-10 max-h-full overflow-y-auto border-y bg-panel shadow-[0_8px_32px_var(--shade)] print:hidden">
            {ending}
            <div className="no-print flex justify-center border-t bg-sunk py-1">
              <Button size="small" look="quiet" onClick={() => setSeen(true)}>
                Show the board
              </Button>
            </div>
          </div>
        ) : null}
        {isOver && seen ? (
          <div className="no-print absolute right-3 bottom-3">
            <Button onClick={() => setSeen(false)}>Show the result</Button>
          </div>
        ) : null}
      </div>
      <div className="relative border-y border-l bg-panel print:hidden">
        <div className="absolute inset-0">
          {/* A board with many seats is taller than the window, and new events must stay visible. */}
          <div className="sticky top-0 h-full max-h-dvh">
            <StoryColumn {...story} screens={screens} at={instant.at} />
          </div>
        </div>
      </div>
    </div>
  );
}

function Turns({ ending, ...props }: Props) {
  const { screens, instant, card, thing, ...story } = props;
  const { Board, SeatCard, boardTitle, seatsTitle } = screens.match;
  const isOver = ending !== null;
  const [tab, setTab] = useState(isOver ? 'result' : 'board');
  useEffect(() => setTab((was) => (isOver ? 'result' : was === 'result' ? 'board' : was)), [isOver]);
  const storyTabs = useStoryTabs({ ...story, screens, at: instant.at });
  const tabs = [
    ...(isOver ? [{ id: 'result', title: 'Result', content: <div className="border-y bg-panel">{ending}</div> }] : []),
    {
      id: 'board',
      title: boardTitle,
      content: (
        <BoardKeys>
          <Board {...instant} card={card} narrow selected={thing} />
        </BoardKeys>
      ),
    },
    ...storyTabs.map((one) => ({ ...one, content: <div className="flex h-[60dvh] flex-col border-y bg-panel">{one.content}</div> })),
    {
      id: 'seats',
      title: seatsTitle,
      content: (
        <ul className="divide-y border-y bg-panel">
          {seatsIn(screens, instant.opening).map((seat) => (
            <li key={seat} className="px-2 py-2">
              <SeatCard seat={seat} view={instant.view} card={card} />
            </li>
          ))}
        </ul>
      ),
    },
  ];
  return (
    <>
      <Tabs
        label="Parts of the match"
        tabs={tabs}
        value={tabs.some(({ id }) => id === tab) ? tab : 'board'}
        onValue={setTab}
        className="[&>[role=tablist]]:overflow-x-auto [&>[role=tablist]]:overflow-y-hidden [&>[role=tablist]]:px-2 [&>[role=tablist]]:whitespace-nowrap print:[&>[role=tablist]]:hidden [&>[role=tabpanel]]:pt-0"
      />
      <Announced story={story.story} at={instant.at} names={story.names} following={story.following} />
    </>
  );
}

/** All seats of the match, including those that cannot be chosen. */
function seatsIn(screens: AnyGameScreens, opening: object): string[] {
  const seats = [...screens.match.thingsOf(opening).values()].flatMap(({ kind, id }) => (kind === 'seat' ? [id] : []));
  return [...new Set(seats)];
}

const ITEMS = 'button[data-is], [data-is][tabindex]';
const WAYS: Readonly<Record<string, Way>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/**
 * Makes a drawing a single Tab stop in which arrow keys move between things by position. Works for any game's drawing: uses every focusable
 * element with `data-is`.
 */
function BoardKeys({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const board = box.current;
    if (!board) return;
    tend(board);
    const watch = new MutationObserver(() => tend(board));
    watch.observe(board, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, []);
  function onKeyDown(event: KeyboardEvent) {
    const way = WAYS[event.key];
    const from = event.target instanceof Element ? event.target.closest<HTMLElement>(ITEMS) : null;
    if (!way || !from || !box.current || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault(); // within the board, arrow keys do not move in time
    const others = itemsOf(box.current).filter((item) => item !== from);
    const found = nearest(boxOf(from), others.map(boxOf), way);
    if (found !== null) others[found]?.focus();
  }
  function onFocus({ target }: FocusEvent) {
    const item = target.closest<HTMLElement>(ITEMS);
    if (item && box.current) tend(box.current, item);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus among its children, which have their roles
    <div ref={box} onKeyDown={onKeyDown} onFocus={onFocus} className="contents">
      {children}
    </div>
  );
}

function itemsOf(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.getClientRects().length > 0);
}

/** One element is the Tab stop: the last visited one, or the first button. Scrolling boxes are reached through their content. */
function tend(board: HTMLElement, visited?: HTMLElement): void {
  const items = [...board.querySelectorAll<HTMLElement>(ITEMS)];
  const stop = visited ?? items.find((item) => item.tabIndex === 0 && item.dataset.stop !== undefined) ?? items.find(isButton) ?? items[0];
  for (const item of items) {
    const tab = item === stop ? '0' : '-1';
    if (item.getAttribute('tabindex') !== tab) item.setAttribute('tabindex', tab);
    if (item === stop) item.dataset.stop = '';
    else delete item.dataset.stop;
  }
  for (const scroller of board.querySelectorAll('[data-scrolls][tabindex="0"]')) scroller.setAttribute('tabindex', '-1');
}

function isButton(item: HTMLElement): boolean {
  return item.tagName === 'BUTTON';
}

function boxOf(item: Element): Box {
  const { left, right, top, bottom } = item.getBoundingClientRect();
  return { left, right, top, bottom };
}
