'use client';

import { type ReactNode, useEffect, useState } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import type { Instant, Thing } from '~/contract/shown';
import { BoardKeys } from '~/kit/board-keys';
import { Button } from '~/kit/button';
import { Tabs } from '~/kit/tabs';
import { NARROW_SCREEN, useMedia } from '~/kit/use-media';
import type { MatchCard } from '~/live/protocol';
import { Announced, type ChosenTab, StoryColumn, type StoryProps, useStoryTabs } from './story-column';

interface Props extends Omit<StoryProps, 'at'>, ChosenTab {
  screens: AnyGameScreens;
  instant: Instant<object>;
  card: MatchCard;
  /** The thing selected in the inspector. */
  thing: Thing | null;
  /** The result; null before the end. */
  ending: ReactNode;
}

/** The board next to the story; as tabs on a narrow screen. */
export function BoardAndStory({ tab, onTab, ...props }: Props) {
  const narrow = useMedia(NARROW_SCREEN);
  return narrow ? <Turns {...props} /> : <Beside {...{ tab, onTab, ...props }} />;
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

function Turns({ ending, ...props }: Omit<Props, keyof ChosenTab>) {
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
      <h2 className="sr-only">Parts of the match</h2>
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
