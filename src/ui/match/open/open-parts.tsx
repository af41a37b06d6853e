import { narrate } from '~/games/gpu-market/open/narrate';
import type { ToldOpenEvent } from '~/games/gpu-market/open/told';
import type { OpenMarketView } from '~/games/gpu-market/open/view';
import { OPEN_LABS } from '~/games/gpu-market/screens/lab-names';
import { formatNumber } from '~/kit/format';
import { LabList } from '../lab-facts';
import type { FloorProps, MatchParts } from '../match-parts';
import { OpenFloor } from './open-floor';
import { OpenFoot } from './open-foot';
import { OpenJudge } from './open-judge';
import { OpenKey } from './open-key';
import { OpenLabCard } from './open-lab-card';
import { codeOf, dwellOf, markOf, recentEvents, topicOf } from './open-words';
import { profitOfAll } from './profit-measure';

/** Ruleset `open`: every lab a seat, coalitions that bind, profit as score. */
export const openParts: MatchParts<OpenMarketView, ToldOpenEvent> = {
  naming: OPEN_LABS,
  topics: [
    { topic: 'all', name: 'all' },
    { topic: 'trade', name: 'trades' },
    { topic: 'coalition', name: 'coalitions' },
    { topic: 'talk', name: 'talk' },
    { topic: 'capacity', name: 'capacity' },
    { topic: 'shock', name: 'shocks' },
    { topic: 'refusal', name: 'refusals' },
  ],
  marks: ['trade', 'coalition', 'pitch', 'shock', 'settlement', 'breach'],
  topicOf,
  codeOf,
  markOf,
  dwellOf,
  tell: (event, names) => narrate(event, names).text,
  standing,
  Floor: FloorAt,
  Labs: ({ view, seats }) => (
    <LabList labs={view.labs} card={(lab) => <OpenLabCard lab={lab} seat={seats.find((seat) => seat.seat === lab.lab_id)} />} />
  ),
  FloorKey: OpenKey,
  Foot: ({ view, card, reel, at }) => <OpenFoot view={view} views={reel.views} card={card} at={at} />,
  measure: profitOfAll,
  Judge: ({ view }) => <OpenJudge view={view} />,
  afterwards: true,
};

function FloorAt({ view, opening, frames, at, seats, narrow }: FloorProps<OpenMarketView>) {
  return <OpenFloor view={view} opening={opening} seats={seats} narrow={narrow} recent={recentEvents(frames, at)} />;
}

function standing(view: OpenMarketView): string {
  const energy = view.energy_factor === 1 ? '' : `, energy\u00a0×\u00a0${formatNumber(view.energy_factor)}`;
  const waiting = view.finished ? 0 : view.awaited.length;
  const turns = waiting > 0 && waiting < view.labs.length ? `, waiting for ${waiting}` : '';
  return `pressure ${view.market_pressure}${energy}${turns}`;
}
