// What the published Python clients play and read in the tests (`test-python.mjs`).
export const CLASSIC = ['--task', 'market_round', '--obs-keys', 'round_index,max_rounds,controlled_lab_budget'];
export const OPEN = [
  '--task',
  'market_round',
  '--obs-keys',
  'round_index,max_rounds,controlled_lab_budget,legal_actions',
  '--reset-json',
  '{"ruleset":"open","seat":"lab_2","opponents":"greedy","reward":"potential"}',
];
/** The test game, whose environment comes from the engine alone. */
export const OFFERS = [
  '--task',
  'haggle',
  '--obs-keys',
  'seat,turn,limit',
  '--reset-json',
  '{"game":"test/offers","seat":"buyer"}',
  '--action-json',
  '{"type":"name_price","price":10}',
  '--bad-action-json',
  '{"type":"jump"}',
];

export const PLAYED = [
  ['play', '--task', 'coalition_market', '--seed', '5', '--policy', 'pitching_expert', '--judge-mode', 'rule'],
  ['play', '--ruleset', 'open', '--task', 'coalition_market', '--seed', '7', '--policy', 'planner', '--judge-mode', 'rule'],
];
/** Every format of both rulesets as JSON lines, and each once as Parquet too. */
export const EXPORTED = [
  { format: 'arena-sft', ruleset: 'classic', parquet: true },
  { format: 'sft', ruleset: 'classic' },
  { format: 'sft', ruleset: 'open', parquet: true },
  { format: 'preferences', ruleset: 'classic' },
  { format: 'preferences', ruleset: 'open', parquet: true },
  { format: 'preferences', ruleset: 'open', more: ['--pairs', 'verdicts'] },
  { format: 'trajectories', ruleset: 'classic' },
  { format: 'trajectories', ruleset: 'open', parquet: true },
  { format: 'judge', ruleset: 'classic' },
  { format: 'judge', ruleset: 'open', parquet: true },
];

/** Tests of the package in python/, by environment. */
export const MANDI = {
  tests: ['test_vector.py', 'test_gymnasium.py', 'test_pettingzoo.py', 'test_openenv.py', 'test_data.py', 'test_examples.py'],
  types: true,
};
export const VERIFIERS = { tests: ['test_verifiers.py'] };
