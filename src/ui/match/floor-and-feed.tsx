'use client';
import { useState } from 'react';
import type { MarketView } from '~/games/gpu-market/view';
import type { MatchCard } from '~/live/protocol';
import { Tabs } from '../kit/tabs';
import { Feed } from './feed';
import type { FeedLine } from './feed-lines';
import { Floor } from './floor';
import { LabCard } from './lab-card';
import type { Thing } from './names';
import { NARROW_SCREEN, useMedia } from './use-media';

interface Props {
  view: MarketView;
  opening: MarketView;
  card: MatchCard;
  lines: readonly FeedLine[];
  names: ReadonlyMap<string, Thing>;
  at: number;
  following: boolean;
  onGo: (seq: number) => void;
}

/** The floor with the talk beside it; on a narrow screen they take turns. */
export function FloorAndFeed(props: Props) {
  const narrow = useMedia(NARROW_SCREEN);
  return narrow ? <Turns {...props} /> : <Beside {...props} />;
}

function Beside({ view, opening, card, ...feed }: Props) {
  return (
    <div className="grid min-h-88 grid-cols-[minmax(0,1fr)_20rem] min-[1280px]:grid-cols-[minmax(0,1fr)_23rem] print:block">
      <Floor view={view} opening={opening} seats={card.seats} narrow={false} />
      <div className="relative border-y border-l bg-panel print:hidden">
        <div className="absolute inset-0">
          <Feed {...feed} />
        </div>
      </div>
    </div>
  );
}

function Turns({ view, opening, card, ...feed }: Props) {
  const [tab, setTab] = useState('market');
  const tabs = [
    { id: 'market', title: 'Market', content: <Floor view={view} opening={opening} seats={card.seats} narrow /> },
    {
      id: 'labs',
      title: 'Labs',
      content: (
        <ul className="divide-y border-y bg-panel">
          {view.labs.map((lab) => (
            <li key={lab.lab_id} className="px-2 py-2">
              <LabCard lab={lab} seat={card.seats.find((seat) => seat.seat === lab.lab_id)} />
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'feed',
      title: 'Feed',
      content: (
        <div className="h-[60dvh] border-y bg-panel">
          <Feed {...feed} />
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
