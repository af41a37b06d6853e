'use client';
import { useState } from 'react';
import { Tabs } from '~/kit/tabs';
import type { MatchCard } from '~/live/protocol';
import { Feed } from './feed';
import type { FeedLine } from './feed-lines';
import type { AnyMatchParts, Instant, StageView } from './match-parts';
import type { Thing } from './names';
import { NARROW_SCREEN, useMedia } from './use-media';

interface Props extends Instant<StageView> {
  parts: AnyMatchParts;
  card: MatchCard;
  lines: readonly FeedLine[];
  names: ReadonlyMap<string, Thing>;
  following: boolean;
  onGo: (seq: number) => void;
}

/** The floor with the talk beside it; on a narrow screen they take turns. */
export function FloorAndFeed(props: Props) {
  const narrow = useMedia(NARROW_SCREEN);
  return narrow ? <Turns {...props} /> : <Beside {...props} />;
}

function Beside({ parts, view, opening, frames, card, ...feed }: Props) {
  const { Floor } = parts;
  return (
    <div className="grid min-h-88 grid-cols-[minmax(0,1fr)_20rem] min-[1280px]:grid-cols-[minmax(0,1fr)_23rem] print:block">
      <Floor {...{ view, opening, frames }} at={feed.at} seats={card.seats} narrow={false} />
      <div className="relative border-y border-l bg-panel print:hidden">
        <div className="absolute inset-0">
          {/* A floor of many labs is higher than the window: what is new must stay in sight. */}
          <div className="sticky top-0 h-full max-h-dvh">
            <Feed {...feed} topics={parts.topics} />
          </div>
        </div>
      </div>
    </div>
  );
}

function Turns({ parts, view, opening, frames, card, ...feed }: Props) {
  const [tab, setTab] = useState('market');
  const { Floor, Labs } = parts;
  const tabs = [
    {
      id: 'market',
      title: 'Market',
      content: <Floor {...{ view, opening, frames }} at={feed.at} seats={card.seats} narrow />,
    },
    { id: 'labs', title: 'Labs', content: <Labs view={view} seats={card.seats} /> },
    {
      id: 'feed',
      title: 'Feed',
      content: (
        <div className="h-[60dvh] border-y bg-panel">
          <Feed {...feed} topics={parts.topics} />
        </div>
      ),
    },
  ];
  return (
    <Tabs
      label="Parts of the market"
      tabs={tabs}
      value={tab}
      onValue={setTab}
      className="[&>[role=tablist]]:px-4 print:[&>[role=tablist]]:hidden [&>[role=tabpanel]]:pt-0"
    />
  );
}
