'use client';

import { memo, type ReactNode, useState } from 'react';
import type { TurnControl } from '~/contract/play-screens';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Tabs } from '~/kit/tabs';
import { useMedia } from '~/kit/use-media';
import type { ToldOpenEvent } from '../../shared/told/told';
import type { OpenMarketView } from '../../shared/told/view';
import { OpenFloor } from '../match/open-floor';
import { bargainOf } from './bargain';
import { BlocksPanel } from './blocks-panel';
import { CoalitionsPanel } from './coalitions-panel';
import { useDesk, useLive } from './desk-context';
import type { DraftTurn } from './draft-turn';
import { JobsPanel } from './jobs-panel';
import { OffersPanel } from './offers-panel';
import { OwnTimeline } from './own-timeline';
import type { SeenFrame } from './story';
import { StoryPanel } from './story-panel';
import { TalkPanel } from './talk-panel';
import { TurnPanel } from './turn-panel';
import { WantsPanel } from './wants-panel';
import { cr, signedCr } from './words';

interface Props {
  control: TurnControl<DraftTurn>;
  narrow: boolean;
  frames: readonly SeenFrame[];
  opening: OpenMarketView;
  recent: readonly ToldOpenEvent[];
}

const HANDED_IN = { sending: 'submitting', unsure: 'not answered yet', taken: 'submitted', forestalled: 'another turn counts' };

const ROOMY = '(min-width: 1280px)';

/** Own things, market and turn side by side; as tabs on a narrow screen, with the turn at the bottom. */
export function SeatLayout(props: Props) {
  const roomy = useMedia(ROOMY);
  const { finished } = useLive().view;
  if (props.narrow) return <Narrow {...props} />;
  return (
    <div
      className={
        roomy ? 'grid grid-cols-[21rem_minmax(0,1fr)_21rem] gap-6 px-6 py-4' : 'grid grid-cols-[minmax(0,1fr)_19rem] gap-6 px-6 py-4'
      }
    >
      {roomy ? (
        <div className="min-w-0">
          <DeskPart timeline={false} />
        </div>
      ) : null}
      <div className="min-w-0 space-y-4">
        {roomy ? <OwnTimeline /> : null}
        <Parts {...props} desk={!roomy} narrow={false} />
      </div>
      <div className="min-w-0 space-y-5 self-start min-[900px]:sticky min-[900px]:top-4">
        {finished ? null : <TurnPanel control={props.control} />}
        <StoryPanel frames={props.frames} />
      </div>
    </div>
  );
}

function Narrow(props: Props) {
  const { observation, draft } = useDesk();
  const { clock, view } = useLive();
  const [open, setOpen] = useState(false);
  const mark = `${view.round_index} ${view.finished}`;
  const [seen, setSeen] = useState(mark);
  // The next round has begun, or the match is over: closes open dialogs.
  if (seen !== mark) {
    setSeen(mark);
    setOpen(false);
  }
  const { kind } = props.control.state;
  return (
    <>
      <div className="pb-20">
        <Parts {...props} desk narrow />
      </div>
      {view.finished ? null : (
        <div className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t bg-panel px-4 py-2 shadow-[0_-4px_16px_var(--shade)]">
          <span className="font-semibold">{clock}</span>
          <span className="num flex-1 truncate text-small text-ink-2">
            {kind === 'composing' ? `${draft.actions.length} of ${observation.actions_per_round} actions` : HANDED_IN[kind]}
          </span>
          <Button look="primary" onClick={() => setOpen(true)}>
            Your turn
          </Button>
        </div>
      )}
      <Dialog open={open} onOpen={setOpen} title="Your turn">
        <TurnPanel control={props.control} heading={false} />
      </Dialog>
    </>
  );
}

function DeskPart({ story, timeline = true }: { story?: ReactNode; timeline?: boolean }) {
  return (
    <div className="space-y-5">
      <MoneyStrip />
      {story}
      {timeline ? <OwnTimeline /> : null}
      <JobsPanel />
      <BlocksPanel />
    </div>
  );
}

/** The whole market as this seat sees it. */
function Floor({ opening, recent, frames }: Pick<Props, 'opening' | 'recent' | 'frames'>) {
  const { view, card } = useLive();
  return <OpenFloor view={view} opening={opening} seats={card.seats} narrow recent={recent} frames={frames} at={frames.at(-1)?.seq ?? 0} />;
}

/** The parts that share one place. */
function Parts({ frames, opening, recent, desk, narrow }: Props & { desk: boolean }) {
  const { observation, seat } = useDesk();
  const [tab, setTab] = useState(desk ? 'desk' : 'offers');
  const forMe = observation.active_offers.filter((offer) => offer.from_lab_id !== seat).length;
  const seen = bargainOf(observation);
  const calls =
    seen === null
      ? 0
      : [...seen.wants.filter((one) => one.lab_id !== seat), ...seen.promises.filter((one) => one.to_lab_id === seat)].length;
  const asked = observation.active_coalitions.filter((one) => one.invited?.includes(seat) === true && !one.members.includes(seat)).length;
  const tabs = [
    ...(desk ? [{ id: 'desk', title: 'Your lab', content: <DeskPart story={narrow ? <StoryPanel frames={frames} /> : undefined} /> }] : []),
    { id: 'offers', title: counted('Offers', forMe), content: <OffersPanel /> },
    ...(seen === null ? [] : [{ id: 'wants', title: counted('Wants', calls), content: <WantsPanel /> }]),
    ...(observation.coalitions_allowed ? [{ id: 'coalitions', title: counted('Coalitions', asked), content: <CoalitionsPanel /> }] : []),
    {
      id: 'market',
      title: 'Market',
      content: (
        <div className={narrow ? '-mx-4' : ''}>
          <Floor opening={opening} recent={recent} frames={frames} />
        </div>
      ),
    },
    { id: 'talk', title: 'Talk', content: <TalkPanel /> },
  ];
  const shown = tabs.some((one) => one.id === tab) ? tab : 'offers';
  return (
    <Tabs
      label="Parts of the seat"
      tabs={tabs}
      value={shown}
      onValue={setTab}
      className="min-w-0 max-[899px]:px-4 [&>[role=tablist]]:overflow-x-auto [&_[role=tab]]:-outline-offset-2 max-[899px]:[&>[role=tablist]]:-mx-4 max-[899px]:[&>[role=tablist]]:px-2 max-[899px]:[&_[role=tab]]:px-2.5"
    />
  );
}

function counted(name: string, count: number): ReactNode {
  return count === 0 ? (
    name
  ) : (
    <>
      {name} <span className="num text-accent">{count}</span>
    </>
  );
}

/** Available and held money, profit so far, and what the seat's own plan still earns and costs. */
const MoneyStrip = memo(function MoneyStrip() {
  const { observation, appraiser } = useDesk();
  const { controlled_lab_budget: budget, controlled_lab_escrow: escrow, controlled_lab_start_budget: start } = observation;
  // Once the match is over, no plan adds anything.
  const { finished } = useLive().view;
  const ahead = finished ? 0 : appraiser.energyAhead();
  const facts: [string, string, string][] = [
    ['Budget', cr(budget), 'What you can spend now.'],
    ['Escrow', cr(escrow), 'Bonds and deposits: held for now, and returned unless you break your word.'],
    ['Profit so far', signedCr(budget + escrow - start), 'Money now minus money at the start, including what is held.'],
  ];
  if (!finished) {
    facts.push(
      [
        'Your plan adds',
        signedCr(appraiser.now().worth),
        'The most your free blocks can still earn from your known jobs, without trading.',
      ],
      ['Energy ahead', cr(ahead), 'The energy cost of that plan and of the blocks already at work.'],
    );
  }
  return (
    <section aria-label="Your money">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-small min-[480px]:grid-cols-3 min-[1280px]:grid-cols-2">
        {facts.map(([name, value, note]) => (
          <div key={name} title={note}>
            <dt className="text-ink-2">{name}</dt>
            <dd className="num font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {ahead > budget ? (
        <p className="mt-1 text-amber text-small">
          You cannot pay the energy for everything you planned. Blocks without paid energy deliver nothing.
        </p>
      ) : null}
    </section>
  );
});
