import type { GameScreens, ScoreLine } from '~/contract/screens';
import { LabSeat } from '../../screens/lab-facts';
import { CLASSIC_LABS } from '../../screens/lab-names';
import { MARKET_TERMS, marketSlots, stageOf } from '../../screens/match-slots';
import { MarketPicture } from '../../screens/picture';
import { codeOf, MARKET_MARKS } from '../../screens/topics';
import type { ToldEvent } from '../../told-events';
import type { MarketView } from '../../view';
import { narrate } from '../narrate';
import { benchmark } from './benchmark/benchmark';
import { Floor, FloorKey } from './floor';
import { ClassicInspector } from './inspector';
import { JudgePanel } from './judge-panel';
import { LabCard } from './lab-card';
import { MatchFoot } from './match-foot';
import { rewardOfFirst } from './reward-measure';
import { CLASSIC_TOPICS, chapterOf, dwellOf, markOf, topicOf } from './story';

// The ranking in the classic market: the seats whose reward counts.

const rewardLine: ScoreLine<MarketView> = {
  title: 'reward',
  unit: '',
  decimals: 4,
  of: (view, seat) => {
    const curve = view.curves[seat];
    return curve === undefined ? null : (curve.at(-1)?.cumulative ?? 0);
  },
  note: (view, seat) => {
    const jobs = view.labs.find((lab) => lab.lab_id === seat)?.jobs;
    return jobs ? `${jobs.filter((job) => job.completed).length}/${jobs.length} jobs` : null;
  },
};

/** Ruleset `classic`: lab_0 plays and is scored; the others are part of the market. */
export const screens: GameScreens<MarketView, ToldEvent> = {
  names: CLASSIC_LABS,
  glossary: [...MARKET_TERMS, { word: 'reward', meaning: 'What lab_0 gets for a move: the sum of the reward columns.' }],
  feed: {
    topics: CLASSIC_TOPICS,
    marks: [...MARKET_MARKS, { kind: 'refusal', word: 'illegal move' }],
    topicOf,
    codeOf,
    markOf,
    chapterOf,
    dwellOf,
    tell: (event, names) => narrate(event, names).text,
  },
  match: {
    ...marketSlots(CLASSIC_LABS),
    stage: (view) => stageOf(view, `pressure ${view.market_pressure}`),
    score: rewardLine,
    measure: rewardOfFirst,
    Board: Floor,
    BoardKey: FloorKey,
    SeatCard: ({ seat, view, card }) => (
      <LabSeat labs={view.labs} seat={seat} card={(lab) => <LabCard lab={lab} seat={card.seats.find((one) => one.seat === seat)} />} />
    ),
    Inspector: ClassicInspector,
    Foot: MatchFoot,
    Judge: ({ view, card }) => <JudgePanel view={view} matchId={card.id} controlled={card.seats[0]?.seat ?? 'lab_0'} />,
  },
  end: {},
  Picture: MarketPicture,
  benchmark,
};
