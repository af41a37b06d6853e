import { describe, expect, test } from 'vitest';
import { commandOf, controlsOf, type EvalRequest, planEval } from './eval-plan';

const SIX = ['rule_based_expert', 'always_accept', 'greedy_hoarder', 'no_negotiation_allocator', 'random_validish', 'base_instruct_naive'];

function plan(request: EvalRequest) {
  const reading = planEval(request);
  if (!reading.ok) throw new Error(reading.why);
  return reading.value;
}

const SWAPPED = { name: 'swapped', ref: 'swapped@1', plays: ['gpu-market/open'] };

describe('what is asked for', () => {
  test('by default: the six published policies, every task, train and test seeds, no judge', () => {
    const usual = plan({});
    expect(usual.policies).toEqual(SIX);
    expect(usual.tasks).toEqual(['single_trade', 'market_round', 'coalition_market']);
    expect(usual.seeds).toHaveLength(18);
    expect(usual).toMatchObject({ game: 'gpu-market/classic', version: 1, judgeMode: 'off' });
  });

  test('names beside `all`, in the order given', () => {
    expect(plan({ policies: 'all, wait,coalition_former' }).policies).toEqual([...SIX, 'wait', 'coalition_former']);
    expect(plan({ policies: 'wait,rule_based_expert', tasks: 'coalition_market' })).toMatchObject({
      policies: ['wait', 'rule_based_expert'],
      tasks: ['coalition_market'],
    });
  });

  test('controls are told from contestants', () => {
    expect(controlsOf({ game: 'gpu-market/classic', policies: ['rule_based_expert', 'wait', 'coalition_former'] })).toEqual({
      wait: 'null',
      coalition_former: 'farmer',
    });
  });

  test.each<[EvalRequest, string]>([
    [{ ruleset: 'clasic' }, 'unknown ruleset "clasic" (did you mean classic?); allowed: classic'],
    [
      { policies: 'rule_based_expret' },
      'unknown policy "rule_based_expret" (did you mean rule_based_expert?); allowed: all, rule_based_expert,',
    ],
    [{ policies: '' }, 'unknown policy ""; allowed: all,'],
    [{ policies: 'wait,planner' }, 'planner plays only open, not classic: choose ruleset open'],
    [{ policies: 'swapped', agents: [SWAPPED] }, 'swapped plays only open, not classic: choose ruleset open'],
    [{ policies: 'all,swapped@1', agents: [SWAPPED] }, 'swapped@1 plays only open, not classic: choose ruleset open'],
    [{ policies: 'all,wait,wait' }, 'policy wait is listed twice'],
    [{ tasks: 'singletrade' }, 'unknown task "singletrade" (did you mean single_trade?)'],
    [{ judgeMode: 'llm' }, 'unknown judge mode "llm"'],
    [{ ruleset: 'open', judgeMode: 'llm' }, 'unknown judge mode "llm"'],
    [{ seeds: '5-1' }, 'runs backwards'],
  ])('%j is refused', (request, why) => {
    const reading = planEval(request);
    expect(reading.ok ? '' : reading.why).toContain(why);
  });
});

describe('the command of a report', () => {
  test('names everything, and planning it again gives the same plan', () => {
    const asked = plan({ policies: 'all,wait', tasks: 'market_round', seeds: '3,1,2', judgeMode: 'rule' });
    const command = commandOf(asked);
    expect(command).toBe('npx mandi eval --ruleset classic --policies all,wait --tasks market_round --seeds 3,1-2 --judge-mode rule');
    expect(plan({ policies: 'all,wait', tasks: 'market_round', seeds: '3,1-2', judgeMode: 'rule' })).toEqual(asked);
  });

  test('spells policies out where not all contestants lead', () => {
    expect(commandOf(plan({ policies: 'wait', tasks: 'single_trade', seeds: '0' }))).toContain('--policies wait --tasks single_trade');
  });
});
