import { narrate } from '~/games/gpu-market/classic/narrate';
import { CLASSIC_LABS } from '~/games/gpu-market/screens/lab-names';
import type { ToldEvent } from '~/games/gpu-market/told-events';
import type { MarketView } from '~/games/gpu-market/view';
import { LabList } from '../lab-facts';
import type { MatchParts } from '../match-parts';
import { codeOf, dwellOf, markOf, topicOf } from './classic-words';
import { Floor } from './floor';
import { FloorKey } from './floor-key';
import { JudgePanel } from './judge-panel';
import { LabCard } from './lab-card';
import { MatchFoot } from './match-foot';
import { rewardOfFirst } from './reward-measure';

/** Ruleset `classic`: lab_0 plays and is scored, the others are the house's. */
export const classicParts: MatchParts<MarketView, ToldEvent> = {
  naming: CLASSIC_LABS,
  topics: [
    { topic: 'all', name: 'all' },
    { topic: 'trade', name: 'trades' },
    { topic: 'talk', name: 'talk' },
    { topic: 'capacity', name: 'capacity' },
    { topic: 'shock', name: 'shocks' },
    { topic: 'refusal', name: 'refusals' },
  ],
  marks: ['trade', 'coalition', 'pitch', 'shock', 'refusal', 'breach'],
  topicOf,
  codeOf,
  markOf,
  dwellOf,
  tell: (event, names) => narrate(event, names).text,
  standing: (view) => `pressure ${view.market_pressure}`,
  Floor: ({ view, opening, seats, narrow }) => <Floor view={view} opening={opening} seats={seats} narrow={narrow} />,
  Labs: ({ view, seats }) => (
    <LabList labs={view.labs} card={(lab) => <LabCard lab={lab} seat={seats.find((seat) => seat.seat === lab.lab_id)} />} />
  ),
  FloorKey,
  Foot: ({ view, card }) => <MatchFoot view={view} card={card} />,
  measure: rewardOfFirst,
  Judge: ({ view, card }) => <JudgePanel view={view} matchId={card.id} controlled={card.seats[0]?.seat ?? 'lab_0'} />,
  afterwards: false,
};
