import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { replay } from '~/contract/game';
import type { ShownCard } from '~/contract/shown';
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation } from '../../shared/observation';
import { openMarket } from '../../v1/open';
import { openMarket2 } from '../../v2/open';
import { venturePlannerTurn2 } from '../../v2/players/venture';
import { type Player2, playMatch2 } from '../../v2/testing/play';
import { table2 } from '../../v2/testing/table';
import { trial2 } from '../../v2/trial';
import { screens } from '../screens';
import { actionSentence } from './action-words';
import { bargainOf, newLegal, promiseSentence, wantSentence } from './bargain';
import { CoalitionsPanel } from './coalitions-panel';
import { DeskProvider } from './desk-context';
import { draftOf, readDraft } from './draft-read';
import { FormDialog } from './forms/form-dialog';
import { JointPreview } from './forms/pledge-form';
import { suggest, suggestionWords } from './forms/proposal-form';
import { deskOf } from './testing/desk';
import { WantsPanel } from './wants-panel';

const WRONG = /undefined|NaN|\[object|null/;
/** Of a want, a promise or a plan. */
const ID = /\b[wh]_\d|_plan_\d/;

function configured(seed: number) {
  const config = openMarket2.parseConfig({ task_type: 'coalition_market', labs: 3, rounds: 8, seed, judge_mode: 'rule' });
  if (!config.ok) throw new Error(config.why);
  return config.value;
}

/** A random match, every observation on its way, and what each seat did then. */
function played(seed: number, player: Player2 = (observation, chance) => trial2.play(observation, chance)) {
  const seen: { seat: string; observation: OpenObservation; actions: readonly TakenAction[] }[] = [];
  const { events } = playMatch2(configured(seed), (seat) => (observation, chance) => {
    const actions = player(observation, chance) as TakenAction[];
    seen.push({ seat, observation: observation as unknown as OpenObservation, actions });
    return actions;
  });
  return { events, seen };
}

/** Labs in a venture that want a round to look at each plan. */
const patient: Player2 = (observation) => venturePlannerTurn2(observation).map((action) => ({ ...action, at_once: false }));

describe('a seat under version 2', () => {
  const matches = [...[5, 6, 7].map((seed) => played(seed)), played(8, patient)];
  const seen = matches.flatMap((match) => match.seen);

  it('draws what labs want, promise and propose, at every turn', () => {
    const shown = seen.map(({ observation }) => {
      const view = { labs: [] } as never;
      const text = renderToStaticMarkup(
        <DeskProvider desk={deskOf(observation)} live={{ card: {} as ShownCard, view, clock: null }}>
          <WantsPanel />
          <CoalitionsPanel />
        </DeskProvider>,
      );
      expect(text).not.toMatch(WRONG);
      const labels = [...text.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
      expect([text.replace(/<[^>]*>/g, ' '), ...labels].join('\n')).not.toMatch(ID);
      return text;
    });
    const all = shown.join('');
    const words = ['GPU-hour', 'Fill it', 'Withdraw', 'holds ', 'Decline', 'Take back', 'Counter-plan', 'Veto'];
    expect(words.filter((word) => !all.includes(word))).toEqual([]);
  });

  it('says each action in a sentence, and keeps it in a draft', () => {
    const types = new Set<string>();
    for (const { observation, action } of seen.flatMap((one) => one.actions.map((action) => ({ ...one, action })))) {
      types.add(action.action_type);
      expect(deskOf(observation).say(actionSentence(action, observation))).not.toMatch(ID);
      expect(actionSentence(action, observation)).toMatch(/^[A-Z].*\S[.”]$/s);
      expect(actionSentence(action, observation)).not.toMatch(WRONG);
      expect(draftOf([action]).actions.map((one) => one.action)).toEqual([expect.objectContaining({ action_type: action.action_type })]);
      expect(readDraft(JSON.parse(JSON.stringify(draftOf([action])))).actions).toHaveLength(1);
    }
    expect([...types]).toEqual(expect.arrayContaining(['post_want', 'make_promise', 'propose_plan', 'withdraw_pledge']));
  });

  it('has a form for a want, a fill, a promise and a plan', () => {
    const forms = new Set<string>();
    for (const { seat, observation } of seen) {
      const want = bargainOf(observation)?.wants.find((one) => one.lab_id !== seat);
      const plan = Object.keys(newLegal(observation, 'propose_plan')?.plans ?? {})[0];
      const wishes = [
        { kind: 'want' as const },
        { kind: 'promise' as const },
        ...(want === undefined ? [] : [{ kind: 'fill' as const, wantId: want.want_id }]),
        ...(plan === undefined ? [] : [{ kind: 'plan' as const, coalitionId: plan }]),
      ];
      for (const wish of wishes) {
        forms.add(wish.kind);
        renderToStaticMarkup(
          <DeskProvider desk={deskOf(observation)} live={{ card: {} as ShownCard, view: { labs: [] } as never, clock: null }}>
            <FormDialog wish={wish} onClose={() => undefined} />
          </DeskProvider>,
        );
      }
    }
    expect([...forms]).toEqual(expect.arrayContaining(['want', 'promise', 'fill', 'plan']));
  });

  it('is told to whoever watches: the list under the board, the record, the inspector', () => {
    let state = null as ReturnType<typeof openMarket2.copy> | null;
    let named = 0;
    const { Foot } = screens.match;
    if (!Foot) throw new Error('it has a foot');
    for (const [at, event] of (matches[0]?.events ?? []).entries()) {
      state = openMarket2.evolve(state, event);
      const told = openMarket2.publish(event, { kind: 'all' }, state);
      if (told !== null) expect(screens.feed.tell(told as never, {})).not.toMatch(WRONG);
      if (at % 12 !== 0) continue;
      const view = openMarket2.view(state, { kind: 'all' });
      const card = { id: 'm', seats: [] } as unknown as ShownCard;
      const text = renderToStaticMarkup(<Foot view={view} card={card} reel={{ frames: [], views: [view] }} at={1} files={null} />);
      expect(text).toContain('Wants, promises and plans');
      if (/ wants \d+ GPU-hours| holds b_/.test(text)) named += 1;
    }
    expect(named).toBeGreaterThan(0);
  });
});

describe('a coalition under version 2', () => {
  /** lab_0's job takes a block of lab_1 that starts in round 6, and nothing starts before. */
  const market = table2({
    rounds: 8,
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, base_value: 100, urgency_multiplier: 1, deadline_round: 7 }] },
      { blocks: [{ block_id: 'b_1_0', start_round: 6, gpu_count: 4, duration: 1, energy_cost: 1 }] },
    ],
  });
  market.does('lab_0', { action_type: 'form_coalition', members: ['lab_1'] });
  market.does('lab_1', { action_type: 'join_coalition', coalition_id: 'c_1' });
  market.does('lab_1', { action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'] });
  const seen = market.sees('lab_0');
  const [coalition] = seen.active_coalitions;
  if (coalition === undefined) throw new Error('it has a coalition');

  it('previews no split of a pledge, because the rules pay costs first', () => {
    const wish = { block_ids: [], job_ids: ['j_0_0'], reserve: 0 };
    const text = renderToStaticMarkup(
      <DeskProvider desk={deskOf(seen)} live={{ card: {} as ShownCard, view: { labs: [] } as never, clock: null }}>
        <JointPreview coalition={coalition} wish={wish} />
      </DeskProvider>,
    );
    expect(text).toContain('It makes 99.00 cr after energy, 99.00 cr more than it costs, judging by the pledges.');
    expect(text).toContain('The rules pay each lab what the plan costs it, and split the rest (equal).');
    expect(text).not.toContain('you get');
  });

  it('is not said to have no worthwhile plan if the best one starts later', () => {
    market.does('lab_0', { action_type: 'commit_to_coalition', coalition_id: 'c_1', job_ids: ['j_0_0'] });
    const later = market.sees('lab_0');
    const found = later.active_coalitions.map((one) => suggest(later, one))[0];
    expect(found?.now).toBeUndefined();
    expect(found?.suggested?.plan).toEqual([{ job_id: 'j_0_0', block_ids: ['b_1_0'] }]);
    if (found === undefined) throw new Error('it has a plan');
    expect(suggestionWords(found)).toBe(
      'No plan was found that is worth starting in this round. The best one that starts later makes 99.00 cr more than it costs, judging by the pledges.',
    );
  });
});

it('a seat under version 1 has none of it', () => {
  const config = openMarket.parseConfig({ task_type: 'market_round', seed: 3 });
  if (!config.ok) throw new Error(config.why);
  const state = replay(openMarket, openMarket.open(config.value));
  expect(bargainOf(openMarket.observe(state, 'lab_0'))).toBeNull();
  expect(openMarket.view(state, { kind: 'all' }).wants).toBeUndefined();
});

it('a want and a promise are said from where one sits', () => {
  const want = { want_id: 'w_1', lab_id: 'lab_1', round_created: 0, expires_round: 2, from_round: 3, to_round: 5, hours: 4 };
  const full = { ...want, min_reliability: 0.8, payment: 30, message: '', status: 'standing' };
  expect(wantSentence(full, 'lab_0')).toBe('Lab B wants 4 GPU-hours in rounds 3 to 5, reliability 0.8 or better, and pays 30.00 cr.');
  expect(wantSentence({ ...full, from_round: 5, min_reliability: 0, hours: 1 }, 'lab_1')).toBe(
    'You want 1 GPU-hour in round 5, and pay 30.00 cr.',
  );
  const promise = { promise_id: 'h_1', from_lab_id: 'lab_1', to_lab_id: 'lab_0', block_ids: ['b_1_0'], price: 30, bond: 10 };
  const held = { ...promise, round_created: 1, until_round: 6, message: '', status: 'standing' };
  expect(promiseSentence(held, 'lab_0')).toBe('Lab B holds b_1_0 for you until round 6, at 30.00 cr. A bond of 10.00 cr backs it.');
  expect(promiseSentence({ ...held, bond: 0 }, 'lab_1')).toBe('You hold b_1_0 for Lab A until round 6, at 30.00 cr.');
});
