import type { BoardProps, GameScreens, ScoreLine } from '~/contract/screens';
import type { SeatGroup } from '~/contract/shown';
import { formatNumber } from '~/kit/format';
import { LabSeat } from '../../screens/lab-facts';
import { OPEN_LABS } from '../../screens/lab-names';
import { coalitionLabel } from '../../screens/labels';
import { MARKET_TERMS, marketSlots, stageOf } from '../../screens/match-slots';
import { MarketPicture, STAKES } from '../../screens/picture';
import { codeOf, MARKET_MARKS, MARKET_TOPICS } from '../../screens/topics';
import type { OpenObservation } from '../shared/observation';
import { narrate } from '../shared/told/narrate';
import type { ToldOpenEvent } from '../shared/told/told';
import type { OpenMarketView } from '../shared/told/view';
import { decided } from './decided';
import { Explain } from './explain/explain';
import { front, GAINS } from './front';
import { OpenInspector } from './inspector';
import { OpenFloor } from './match/open-floor';
import { OpenFoot } from './match/open-foot';
import { OpenJudge } from './match/open-judge';
import { OpenKey } from './match/open-key';
import { OpenLabCard } from './match/open-lab-card';
import { profitOfAll } from './match/profit-measure';
import { recentEvents } from './match/rails-plan';
import { withoutIds } from './seat/bargain';
import type { DraftTurn } from './seat/draft-turn';
import { labelIn, thingsIn } from './seat/names';
import { openPlay } from './seat/play';
import { chapterOf, dwellOf, markOf, topicOf } from './story';

// The ranking in the open market, and its coalitions.

const profitLine: ScoreLine<OpenMarketView> = {
  title: 'profit',
  unit: front.unit ?? '',
  decimals: 2,
  goal: 'Your score is your gain: your profit minus what you would have made alone, measured against an equal share of the gains from trade.',
  below: 'Below 0 at first is normal: labs pay for GPU time, energy and bonds now, and a job pays only when it is done.',
  of: (view, seat) => labOf(view, seat)?.profit ?? null,
  note: (view, seat) => {
    const jobs = labOf(view, seat)?.jobs;
    return jobs ? `${jobs.filter((job) => job.completed).length}/${jobs.length} jobs` : null;
  },
};

/** Current coalitions; former members act alone again. */
function coalitionsOf(view: OpenMarketView): SeatGroup[] {
  return view.coalitions
    .filter((one) => one.status !== 'ended' && one.members.length > 1)
    .map((one) => ({
      id: one.coalition_id,
      title: `Coalition ${coalitionLabel(one, OPEN_LABS)}`,
      members: one.members.map((seat) => ({ seat, share: null })),
    }));
}

function labOf(view: OpenMarketView, seat: string) {
  return view.labs.find((lab) => lab.lab_id === seat);
}

/** Ruleset `open`: every lab is a seat, and coalitions are binding. Profit is money; the score is the gain. */
export const screens: GameScreens<OpenMarketView, ToldOpenEvent, OpenObservation, DraftTurn> = {
  names: OPEN_LABS,
  glossary: [
    ...MARKET_TERMS,
    { word: 'coalition', meaning: 'Labs that pool blocks for joint jobs and share the pay by a fixed split.' },
    { word: 'profit', meaning: 'Money now minus money at the start.' },
    {
      word: 'gain',
      meaning: 'The score: profit minus what a lab would have made alone, measured in equal shares of the gains from trade.',
    },
  ],
  feed: {
    topics: MARKET_TOPICS,
    marks: [...MARKET_MARKS, { kind: 'settlement', word: 'job paid' }],
    topicOf,
    codeOf,
    markOf,
    moverOf: (event) => (event.type === 'action_resolved' ? event.lab_id : null),
    chapterOf,
    dwellOf,
    tell: (event, names) => withoutIds(narrate(event, names).text),
  },
  match: {
    ...marketSlots(OPEN_LABS),
    thingsOf: thingsIn,
    labelOf: labelIn,
    stage: (view) => stageOf(view, standing(view)),
    score: profitLine,
    groupsOf: coalitionsOf,
    measure: profitOfAll,
    Board,
    BoardKey: OpenKey,
    SeatCard: ({ seat, view, card }) => (
      <LabSeat labs={view.labs} seat={seat} card={(lab) => <OpenLabCard lab={lab} seat={card.seats.find((one) => one.seat === seat)} />} />
    ),
    Inspector: OpenInspector,
    Foot: ({ view, card, reel, at, files }) => <OpenFoot view={view} views={reel.views} card={card} at={at} files={files} />,
    Judge: ({ view }) => <OpenJudge view={view} />,
  },
  play: openPlay,
  end: {
    gains: GAINS,
    decided,
    explains: "Where each lab's money came from, what it would have made alone or with an equal share, and the moves it missed.",
    Explain,
  },
  stakes: STAKES,
  Picture: MarketPicture,
};

function Board({ card, ...shown }: BoardProps<OpenMarketView>) {
  return <OpenFloor {...shown} seats={card.seats} recent={recentEvents(shown.frames, shown.at)} />;
}

function standing(view: OpenMarketView): string {
  const energy = view.energy_factor === 1 ? '' : `, energy\u00a0×\u00a0${formatNumber(view.energy_factor)}`;
  const waiting = view.finished ? 0 : view.awaited.length;
  const turns = waiting > 0 && waiting < view.labs.length ? `, waiting for ${waiting}` : '';
  return `market pressure ${view.market_pressure}${energy}${turns}`;
}
