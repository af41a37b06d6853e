'use client';
import { clsx } from 'clsx';
import { memo, type ReactNode, useEffect, useState } from 'react';
import type { TurnControl } from '~/contract/play-screens';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Tabs } from '~/kit/tabs';
import { useMedia } from '~/kit/use-media';
import type { ToldOpenEvent } from '../../shared/told/told';
import type { OpenMarketView } from '../../shared/told/view';
import { bargainOf } from './bargain';
import { BlocksPanel } from './blocks-panel';
import { CoalitionsPanel } from './coalitions-panel';
import { useDesk, useLive } from './desk-context';
import { actionsOf, type DraftTurn } from './draft-turn';
import { JobsPanel } from './jobs-panel';
import { OffersPanel } from './offers-panel';
import { OwnTimeline } from './own-timeline';
import type { SeenFrame } from './story';
import { StoryPanel } from './story-panel';
import { newMessages, TalkPanel } from './talk-panel';
import { AlertLine } from './turn/alert-line';
import { MarketFloor } from './turn/market-floor';
import { useExpected } from './turn/receipt';
import { TurnPanel } from './turn-panel';
import { WantsPanel } from './wants-panel';
import { cr, plural, signedCr } from './words';

interface Props {
  control: TurnControl<DraftTurn>;
  narrow: boolean;
  frames: readonly SeenFrame[];
  opening: OpenMarketView;
  recent: readonly ToldOpenEvent[];
}

interface Part {
  /** null: the first one. */
  tab: string | null;
  onTab: (tab: string) => void;
}

const HANDED_IN: Record<string, string> = {
  sending: 'submitting',
  unsure: 'not answered yet',
  taken: 'submitted',
  forestalled: 'another turn was submitted first',
};

const ROOMY = '(min-width: 1280px)';

/** Own things, market and turn side by side; as tabs on a narrow screen, with the turn at the bottom. */
export function SeatLayout(props: Props) {
  const roomy = useMedia(ROOMY);
  const { finished } = useLive().view;
  // Kept here, so that a turned phone shows the same part as before.
  const [tab, setTab] = useState<string | null>(null);
  const part = { tab, onTab: setTab };
  if (props.narrow) return <Narrow {...props} {...part} />;
  if (roomy) return <Columns {...props} {...part} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_19rem] gap-6 px-6 py-4">
      <div className="min-w-0 space-y-4">
        <AlertLine recent={props.recent} />
        <Parts {...props} {...part} desk narrow={false} />
      </div>
      <div className="min-w-0 space-y-5 self-start min-[900px]:sticky min-[900px]:top-4">
        {finished ? null : <TurnPanel control={props.control} />}
        <StoryPanel frames={props.frames} />
      </div>
    </div>
  );
}

/**
 * What the seat has, the market, and the turn, each in a column that scrolls by itself: a turn is made without scrolling the page. Once the
 * match is over, the result is above, and the page scrolls.
 */
function Columns(props: Props & Part) {
  const { finished } = useLive().view;
  return (
    <div
      {...(finished ? {} : { 'data-columns': '' })}
      className={clsx('grid grid-cols-[20.5rem_minmax(0,1fr)_20.5rem] px-3', !finished && 'min-h-112 flex-1 grid-rows-[minmax(0,1fr)]')}
    >
      <div className={COLUMN}>
        <DeskPart compact />
      </div>
      <div className={clsx(COLUMN, 'space-y-3 border-x')}>
        <AlertLine recent={props.recent} />
        <Parts {...props} desk={false} first="market" />
      </div>
      <div className={clsx(COLUMN, 'flex flex-col gap-4')}>
        {finished ? null : <TurnPanel control={props.control} />}
        <StoryPanel frames={props.frames} />
      </div>
    </div>
  );
}

const COLUMN = 'min-w-0 overflow-y-auto px-3 py-3';

function Narrow(props: Props & Part) {
  const { view } = useLive();
  const [open, setOpen] = useState(false);
  const mark = `${view.round_index} ${view.finished}`;
  const [seen, setSeen] = useState(mark);
  // The next round has begun, or the match is over: closes open dialogs.
  if (seen !== mark) {
    setSeen(mark);
    setOpen(false);
  }
  return (
    <>
      <div className="pb-24">
        <div className="px-4 pt-3 pb-2 empty:hidden">
          <AlertLine recent={props.recent} />
        </div>
        <Parts {...props} desk narrow />
      </div>
      {view.finished ? null : <ThumbBar control={props.control} onOpen={() => setOpen(true)} />}
      <Dialog open={open} onOpen={setOpen} title="Your turn">
        <TurnPanel control={props.control} heading={false} />
      </Dialog>
    </>
  );
}

/** At the bottom of a phone: the number of actions, the expected profit, and the button that submits. */
function ThumbBar({ control, onOpen }: { control: TurnControl<DraftTurn>; onOpen: () => void }) {
  const { draft, locked } = useDesk();
  const { clock } = useLive();
  const { turn } = useExpected();
  const { kind } = control.state;
  const isOpen = kind === 'composing' && locked === null;
  // Warnings are shown in the dialog, which has the button to submit anyway.
  const warned = (control.state.kind === 'composing' && control.state.warnings?.length) || 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each set of warnings
  useEffect(() => {
    if (warned > 0) onOpen();
  }, [warned]);
  const count = draft.actions.length;
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-2 border-t bg-panel px-3 py-2 shadow-[0_-4px_16px_var(--shade)]">
      <span className="shrink-0 font-semibold">{clock}</span>
      <button type="button" className="min-w-0 flex-1 text-left text-small" onClick={onOpen}>
        <span className="block truncate font-medium text-accent">
          Your turn{kind === 'composing' ? `: ${count === 0 ? 'no action' : plural(count, 'action')}` : ''}
        </span>
        <span className="num block truncate text-ink-2 text-micro">{isOpen ? `expected ${signedCr(turn)}` : (HANDED_IN[kind] ?? '')}</span>
      </button>
      {isOpen ? (
        <Button look="primary" className="shrink-0" onClick={() => void control.submit(actionsOf(draft), false)}>
          Submit turn
        </Button>
      ) : null}
    </div>
  );
}

/** `compact`: in a column of its own. */
function DeskPart({ story, compact = false }: { story?: ReactNode; compact?: boolean }) {
  return (
    <div className={compact ? 'space-y-3' : 'space-y-5'}>
      <MoneyStrip />
      {story}
      <OwnTimeline />
      <JobsPanel compact={compact} />
      <BlocksPanel compact={compact} />
    </div>
  );
}

/** The parts that share one place. */
function Parts({ frames, opening, recent, desk, narrow, tab, onTab, first = 'offers' }: Props & Part & { desk: boolean; first?: string }) {
  const { observation, seat } = useDesk();
  const forMe = observation.active_offers.filter((offer) => offer.from_lab_id !== seat).length;
  const seen = bargainOf(observation);
  const calls =
    seen === null
      ? 0
      : [...seen.wants.filter((one) => one.lab_id !== seat), ...seen.promises.filter((one) => one.to_lab_id === seat)].length;
  const asked = observation.active_coalitions.filter((one) => one.invited?.includes(seat) === true && !one.members.includes(seat)).length;
  const said = newMessages(useLive().view.messages, { seat, round: observation.round_index });
  const market = {
    id: 'market',
    title: 'Market',
    content: (
      <div className={narrow ? '-mx-4' : ''}>
        <MarketFloor opening={opening} recent={recent} frames={frames} />
      </div>
    ),
  };
  const tabs = [
    ...(first === 'market' ? [market] : []),
    ...(desk ? [{ id: 'desk', title: 'Your lab', content: <DeskPart story={narrow ? <StoryPanel frames={frames} /> : undefined} /> }] : []),
    { id: 'offers', title: counted('Offers', forMe), content: <OffersPanel /> },
    ...(seen === null ? [] : [{ id: 'wants', title: counted('Wants', calls), content: <WantsPanel /> }]),
    ...(observation.coalitions_allowed ? [{ id: 'coalitions', title: counted('Coalitions', asked), content: <CoalitionsPanel /> }] : []),
    ...(first === 'market' ? [] : [market]),
    { id: 'talk', title: counted('Talk', said), content: <TalkPanel /> },
  ];
  const shown = tabs.find(({ id }) => id === tab)?.id ?? (desk ? 'desk' : first);
  return (
    <Tabs
      label="Parts of the seat"
      tabs={tabs}
      value={shown}
      onValue={onTab}
      className="min-w-0 max-[899px]:px-4 [&>[role=tablist]]:overflow-x-auto [&_[role=tab]]:-outline-offset-2 [&_[role=tab]]:whitespace-nowrap max-[899px]:[&>[role=tablist]]:-mx-4 max-[899px]:[&>[role=tablist]]:px-2 max-[899px]:[&_[role=tab]]:px-2.5"
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
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-small min-[480px]:grid-cols-3 min-[1280px]:grid-cols-[auto_auto_auto] min-[1280px]:justify-between">
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
