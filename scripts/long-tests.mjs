/**
 * Unit tests that play whole markets, solve optima or start programs, seconds each: `npm test` runs them with the properties, `npm run check` does not.
 * `npx vitest run --project properties FILE` runs one.
 */
export const LONG_TESTS = [
  'src/api/agent-people.test.ts',
  'src/audit/audit.test.ts',
  'src/audit/journal.test.ts',
  'src/audit/on-threads.test.ts',
  'src/dataset/killed.test.ts',
  'src/dataset/one-writer.test.ts',
  'src/eval/open-arena.test.ts',
  'src/eval/pool.test.ts',
  'src/eval/world-bounds.test.ts',
  'src/games/gpu-market/classic/properties.test.ts',
  'src/optimum/score-beside.test.ts',
  'src/optimum/score.test.ts',
  'src/tournament/patient.test.ts',
  'src/tournament/standings-beside.test.ts',
  'src/ui/match/open/real-open.test.ts',
  'tests/unit/bundled.test.ts',
  'tests/unit/explain/profit.test.ts',
  'tests/unit/open/archetypes.test.ts',
  'tests/unit/open/farmers.test.ts',
  'tests/unit/open/redraw.test.ts',
];
