/**
 * docs/rules-open.md is a whole specification: an engine that was written from it alone, and shares no code with the rules, predicts what
 * happens in random matches. It takes from the log what chance alone decides (the world, the shocks, the order of the seats, the spare
 * blocks) and predicts every answer to every action, every event, each lab's money and things as a round begins, and profits at the end.
 * Left out: words and who reads them, claims that are read from a pitch's words, shocks by hand, a splitting by Shapley's value among more
 * than ten, receipts, optimum and gains, and what programs draw on screens.
 */
import { integer, MersenneTwister19937 } from 'random-js';
import { expect, test } from 'vitest';
import type { Dice, Focus } from './draw-action';
import { drawTurn } from './draw-turn';
import { type Player, playBoth } from './play-both';
import { readRefusal } from './read';
import { type LogEvent, openMatch } from './real';

const FOCUSES: Focus[] = ['all', 'ventures', 'bound', 'deals'];
const TASKS = ['single_trade', 'market_round', 'coalition_market'];

function diceOf(seed: number): Dice {
  const twister = MersenneTwister19937.seed(seed);
  return { roll: (below) => integer(0, below - 1)(twister) };
}

function drawConfig(n: number, dice: Dice): Record<string, unknown> {
  const between = (low: number, high: number) => low + dice.roll(high - low + 1);
  const judge_mode = dice.roll(3) > 0 ? 'rule' : 'off';
  if (n % 60 === 59) return { task_type: 'grand_market', seed: n, judge_mode, labs: 18, rounds: 8 };
  if (n % 4 < 3) return { task_type: TASKS[n % 4], seed: n, judge_mode };
  const free = { labs: between(2, 7), rounds: between(4, 11), blocks: between(1, 4), jobs: between(1, 4), complements: between(0, 4) };
  return { task_type: 'coalition_market', seed: n, judge_mode, ...free, shocks: between(0, 3), actions_per_round: between(1, 6) };
}

function play(n: number): readonly LogEvent[] {
  const dice = diceOf(n);
  const config = drawConfig(n, dice);
  const focus = FOCUSES[dice.roll(4)] ?? 'all';
  const most = Number(config.actions_per_round ?? 4);
  const player: Player = (m, lab) => drawTurn({ m, lab, dice, focus }, most);
  const { difference, log } = playBoth(config, player);
  expect(difference, `match ${n}, ${JSON.stringify(config)}`).toBeNull();
  return log;
}

const EVENTS =
  'action_resolved blocks_marked capacity_delivered coalition_declined coalition_ended coalition_formed coalition_joined coalition_left ' +
  'coalition_pledged deposit_settled grant_given grant_offered job_allocated job_settled match_ended offer_accepted offer_closed offer_made ' +
  'pitches_judged plan_dropped plan_executed plan_proposed plan_vetoed pledge_ended pledge_shrunk promise_ended promise_made ' +
  'reputation_changed round_started shock_struck want_closed want_posted';

const REFUSALS =
  'already_member already_pledged already_vetoed bad_condition bad_window below_cost below_reserve budget_overspend coalition_size coalitions_disabled ' +
  'condition_broken duplicate_allocation empty_block_list empty_offer empty_pitch failed_block idle_block inactive_coalition inactive_offer ' +
  'inactive_promise inactive_want insufficient_capacity invalid_coalition_target invalid_offered_block invalid_requested_block ' +
  'job_completed job_started low_reliability malformed_action negative_payment negative_reserve no_hours_left no_pledge ' +
  'not_coalition_member not_invited not_offer_recipient not_participant not_party not_pitch_round open_request own_want plan_open ' +
  'pledged_block pledged_job propose_first resale_forbidden self_trade smaller_surplus target_does_not_own_block too_few_hours ' +
  'too_many_actions unavailable_block unknown_block unknown_coalition unknown_job unknown_lab unknown_offer unknown_plan unknown_promise ' +
  'unknown_want unowned_block unpledged_block unpledged_job';

test('an engine written from the page alone predicts 600 random matches', () => {
  const happened = new Set<string>();
  const refused = new Set<string>();
  for (let n = 0; n < 600; n += 1) {
    for (const event of play(n)) {
      happened.add(event.type);
      const code = readRefusal(event);
      if (code !== null) refused.add(code);
    }
  }
  expect(EVENTS.split(' ').filter((type) => !happened.has(type))).toEqual([]);
  expect(REFUSALS.split(' ').filter((code) => !refused.has(code))).toEqual([]);
});

// The page: but for settled jobs, energy and spare blocks, all money is transfers. A founder that is alone has nobody to pay.
test('the bond of a founder that leaves its own plan before anybody joined returns to it', () => {
  const match = openMatch({ task_type: 'market_round', seed: 1 });
  const { owned_blocks, private_jobs } = match.see('lab_0');
  const block_ids = owned_blocks.slice(0, 1).map(({ block_id }) => block_id);
  const job_ids = private_jobs.slice(0, 1).map(({ job_id }) => job_id);
  const terms = { members: ['lab_1'], split: 'equal', bond: 30, block_ids, job_ids };
  match.submit('lab_0', [{ action_type: 'form_coalition', ...terms, plan: [{ job_id: job_ids[0], block_ids }] }, { action_type: 'wait' }]);
  match.lapse();
  match.submit('lab_0', [{ action_type: 'leave_coalition', coalition_id: 'c_1' }]);
  while (match.waitsFor().length > 0) match.lapse();
  expect(match.fault()).toBeNull();
});
