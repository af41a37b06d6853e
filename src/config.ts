/** Reads and validates the environment once. No other module reads it. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { areProxies, hasLogin, optionalNumber, originOf, splitOrigins, wholeNumber, withoutBlanks } from './lib/addresses';
import type { DatabaseLimits } from './lib/database/limits';
import { type ArchiveSettings, DATABASE_ENVIRONMENT, databaseShape, replicaOf } from './lib/database/settings';
import { isHardToGuess, WEAK_TOKEN } from './lib/text/hard-to-guess';
import { handTracingOn, TRACING_ENVIRONMENT, type TracingSettings, tracingOf, tracingShape } from './lib/tracing/settings';

/** Root of this clone. */
export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/** Devices of language model runtimes. */
export const DEVICES = ['cpu', 'cuda', 'vulkan'] as const;
export type Device = (typeof DEVICES)[number];

export const LIMIT_PROFILES = ['usual', 'load-test'] as const;
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export interface EnvironmentName {
  name: string;
  /** As in `.env.example`; '' if there is no default. */
  default: string;
  description: string;
}

/** Every variable that Mandi reads. A test compares `.env.example` with this list. */
export const ENVIRONMENT = [
  { name: 'PORT', default: '3000', description: 'Port to serve on. Unset: 3000, or the next free one.' },
  {
    name: 'HOST',
    default: '127.0.0.1',
    description:
      "Address to listen on. With any other than this machine's own, creating, controlling and exporting need the operator's token.",
  },
  {
    name: 'MANDI_ADMIN_TOKEN',
    default: '',
    description: "The operator's token, at least 16 characters. Unset: made at start, and printed if HOST opens the server to others.",
  },
  {
    name: 'MANDI_ORIGINS',
    default: '',
    description:
      'Addresses that people type, if they differ from HOST and PORT because of a proxy (https://mandi.example.org,http://10.0.0.5:8080).',
  },
  {
    name: 'MANDI_TRUSTED_PROXIES',
    default: '',
    description:
      'Proxies whose X-Forwarded-For is trusted: addresses, networks (10.0.0.0/8), or loopback, linklocal, uniquelocal, separated by commas.',
  },
  {
    name: 'MANDI_LIMITS',
    default: 'usual',
    description: 'Limits per visitor: usual, or load-test (practically none; only on this machine).',
  },
  { name: 'MANDI_SOCKETS_PER_VISITOR', default: '200', description: 'Most live connections of one visitor.' },
  { name: 'MANDI_BATCH_SIZE', default: '20', description: 'Most API calls in one request, 1 to 100.' },
  {
    name: 'MANDI_REPLAYS_PER_MINUTE',
    default: '240',
    description: 'Most pages of replays per visitor and minute, over HTTP and sockets together. In a batch each call counts.',
  },
  {
    name: 'MANDI_PAGES_AT_ONCE',
    default: '8',
    description: 'Most web pages rendered for one visitor at the same time; a few more wait, the rest are refused.',
  },
  {
    name: 'MANDI_PAGES_PER_MINUTE',
    default: '3000',
    description: 'Most web pages per visitor and minute, including those that links fetch ahead.',
  },
  {
    name: 'MANDI_PEER_URL',
    default: '',
    description:
      'Address at which other web processes on the same database reach this one (http://10.0.0.3:3000). Unset: HOST and PORT, or the first address of this machine.',
  },
  ...DATABASE_ENVIRONMENT,
  {
    name: 'MANDI_HOME',
    default: '.mandi',
    description:
      'Folder of the embedded database, models, training runs, inference.json and door.key. Unset: .mandi in this clone; a relative path starts where you run the command.',
  },
  {
    name: 'MANDI_MODEL',
    default: 'smollm2-135m-instruct',
    description: 'The language model that the first start fetches and a local worker serves: a name from mandi models list, or off.',
  },
  {
    name: 'MANDI_MODELS',
    default: '',
    description: 'Folder of models, adapters and their runtime. Unset: models in MANDI_HOME; several clones may share one.',
  },
  {
    name: 'MANDI_DEVICE',
    default: 'cpu',
    description: `Device of the local worker: ${DEVICES.join(', ')} (install its runtime with npx mandi models pull --device).`,
  },
  { name: 'MANDI_THREADS', default: '1', description: 'Threads of the local worker; more write faster and leave less for matches.' },
  {
    name: 'MANDI_INFERENCE',
    default: '',
    description: 'File of inference backends, prices and budgets (JSON or YAML). Unset: inference.json in MANDI_HOME, if it exists.',
  },
  {
    name: 'MANDI_WORKER_TOKEN',
    default: '',
    description: "Token of inference workers on other machines, at least 16 characters. Unset: the operator's token.",
  },
  {
    name: 'OPENAI_BASE_URL',
    default: '',
    description: 'An OpenAI-compatible server (http://localhost:11434/v1). Unset, with OPENAI_MODEL set: the public one.',
  },
  { name: 'OPENAI_API_KEY', default: '', description: 'Its key, if it needs one; read only from the environment.' },
  { name: 'OPENAI_MODEL', default: '', description: 'The model to use on that server. Unset: all that it lists.' },
  {
    name: 'MANDI_URL',
    default: '',
    description:
      'A running Mandi whose models commands and workers use (http://10.0.0.3:3000, with MANDI_ADMIN_TOKEN), or off. Unset: that of MANDI_HOME.',
  },
  { name: 'MANDI_SHOWCASE', default: 'on', description: 'Keeps one match going for people to watch: on or off.' },
  { name: 'MANDI_LEAGUE', default: 'on', description: 'Plays the demo league, unrated and of scripts, on a new database: on or off.' },
  { name: 'MANDI_TEST_GAMES', default: '0', description: 'Offers the games that exist for tests of Mandi: 1 or 0.' },
  { name: 'MANDI_LOG', default: 'warn', description: `How much is logged (JSON; sentences in a terminal): ${LOG_LEVELS.join(', ')}.` },
  ...TRACING_ENVIRONMENT,
] as const satisfies readonly EnvironmentName[];

export type Environment = Record<string, string | undefined>;

type Name = (typeof ENVIRONMENT)[number]['name'];

export interface Config {
  port: number;
  /** PORT was set, so only that port may be used. Otherwise the next free one is used. */
  portIsFixed: boolean;
  host: string;
  /** Address of this process for other web processes of the same database; null: derived from its host and port. */
  peerUrl: string | null;
  /** null: the embedded database. */
  databaseUrl: string | null;
  /** null: `databaseUrl` goes straight to the server. */
  databaseDirectUrl: string | null;
  /** null: PostgreSQL does what Redis would. */
  redisUrl: string | null;
  database: DatabaseLimits;
  archive: ArchiveSettings;
  /** Absolute. */
  home: string;
  adminToken: string | null;
  edge: EdgeSettings;
  /** Additional origins of the server, e.g. `https://mandi.example.org`. */
  origins: string[];
  /** The language model to load; null: none (`MANDI_MODEL=off`). */
  model: string | null;
  /** Absolute path of the folder for models and their runtime. */
  models: string;
  /** Device of the inference worker that this process starts. */
  device: Device;
  threads: number;
  /** Keep a match running for people to watch. */
  showcase: boolean;
  /** Start the demo league on a new database. */
  league: boolean;
  testGames: boolean;
  log: (typeof LOG_LEVELS)[number];
  tracing: TracingSettings;
  /** The requested file of inference backends; null: inference.json in `home`, if it exists. */
  inferenceFile: string | null;
  workerToken: string | null;
  openaiUrl: string | null;
  openaiModel: string | null;
  /** A running Mandi whose models this process uses; null: the one in `home`, if it runs; `off`: none. */
  mandiUrl: string | null;
  /** A key by the name of its variable; null if not set. Read on demand and not stored. */
  secret(name: string): string | null;
}

/** Limits for strangers, and which proxies are trusted. */
export interface EdgeSettings {
  trustedProxies: string[];
  limits: (typeof LIMIT_PROFILES)[number];
  /** null: from the profile. */
  socketsPerVisitor: number | null;
  batchSize: number | null;
  replaysPerMinute: number | null;
  pagesAtOnce: number | null;
  pagesPerMinute: number | null;
}

/** An invalid setting; the message says which and why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'bad_config';
}

const ADDRESS_WORDS = 'must look like http://mandi.example.net:3000, or be off';

const schema = z.object({
  PORT: z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(1).max(65535)).optional(),
  HOST: z.string().max(255).regex(/^\S+$/, 'must be one host name or address').default('127.0.0.1'),
  MANDI_ADMIN_TOKEN: z.string().min(16, 'must have at least 16 characters').refine(isHardToGuess, WEAK_TOKEN).optional(),
  MANDI_ORIGINS: z
    .string()
    .default('')
    .transform(splitOrigins)
    .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be one or more of https://name:port, separated by commas' }))),
  MANDI_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/u).filter((part) => part !== ''))
    .refine(areProxies, 'must be addresses, networks (10.0.0.0/8), or loopback, linklocal, uniquelocal, separated by commas'),
  MANDI_LIMITS: z.enum(LIMIT_PROFILES, `must be one of ${LIMIT_PROFILES.join(', ')}`).default('usual'),
  MANDI_SOCKETS_PER_VISITOR: optionalNumber(1, 100_000),
  MANDI_BATCH_SIZE: optionalNumber(1, 100),
  MANDI_REPLAYS_PER_MINUTE: optionalNumber(1, 1_000_000),
  MANDI_PAGES_AT_ONCE: optionalNumber(1, 10_000),
  MANDI_PAGES_PER_MINUTE: optionalNumber(1, 1_000_000),
  MANDI_PEER_URL: z.url({ protocol: /^http$/, error: 'must look like http://10.0.0.3:3000' }).optional(),
  ...databaseShape,
  MANDI_HOME: z.string().optional(),
  MANDI_MODEL: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be a name from mandi models list, or off')
    .default('smollm2-135m-instruct'),
  MANDI_MODELS: z.string().optional(),
  MANDI_DEVICE: z.enum(DEVICES, `must be one of ${DEVICES.join(', ')}`).default('cpu'),
  MANDI_THREADS: wholeNumber('1', 1, 256),
  MANDI_INFERENCE: z.string().optional(),
  MANDI_WORKER_TOKEN: z.string().min(16, 'must have at least 16 characters').refine(isHardToGuess, WEAK_TOKEN).optional(),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must look like http://localhost:11434/v1' })
    .refine((url) => !hasLogin(url), 'must not contain a key: put it into OPENAI_API_KEY')
    .optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_MODEL: z.string().max(200, 'must be at most 200 characters long').optional(),
  MANDI_URL: z
    .union([z.literal('off'), z.url({ protocol: /^https?$/, error: ADDRESS_WORDS })], ADDRESS_WORDS)
    .refine((url) => !hasLogin(url), 'must not contain a token: put it into MANDI_ADMIN_TOKEN')
    .optional(),
  MANDI_SHOWCASE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MANDI_LEAGUE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MANDI_TEST_GAMES: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
  MANDI_LOG: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('warn'),
  ...tracingShape,
} satisfies Record<Name, z.ZodType>);

/** The process's environment, completed from `.env` in this clone if it exists. */
export function readConfig(environment: Environment = completeEnvironment()): Config {
  const read = schema.safeParse(withoutBlanks(environment));
  if (!read.success) throw new ConfigError(firstFault(read.error));
  const { DATABASE_URL, DATABASE_DIRECT_URL, PORT, MANDI_HOME, MANDI_MODEL, MANDI_MODELS } = read.data;
  if (DATABASE_DIRECT_URL && !DATABASE_URL) throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.');
  const home = MANDI_HOME === undefined ? join(REPOSITORY, '.mandi') : resolve(MANDI_HOME);
  return {
    port: PORT ?? 3000,
    portIsFixed: PORT !== undefined,
    host: read.data.HOST,
    peerUrl: read.data.MANDI_PEER_URL === undefined ? null : originOf(read.data.MANDI_PEER_URL),
    databaseUrl: DATABASE_URL ?? null,
    databaseDirectUrl: DATABASE_DIRECT_URL ?? null,
    redisUrl: read.data.REDIS_URL ?? null,
    database: {
      poolSize: read.data.POOL_SIZE,
      queryMs: read.data.QUERY_TIMEOUT * 1000,
      longQueryMs: read.data.LONG_QUERY_TIMEOUT * 1000,
      ...replicaOf(read.data),
    },
    archive: {
      place: archivePlace(read.data.MANDI_ARCHIVE, home),
      s3: {
        endpoint: read.data.AWS_ENDPOINT_URL ?? null,
        region: read.data.AWS_REGION,
        keys: () => ({ id: environment.AWS_ACCESS_KEY_ID?.trim() || null, secret: environment.AWS_SECRET_ACCESS_KEY?.trim() || null }),
      },
      afterDays: read.data.ARCHIVE_AFTER_DAYS,
      retainExhibitionsDays: read.data.RETAIN_EXHIBITIONS_DAYS,
    },
    home,
    adminToken: read.data.MANDI_ADMIN_TOKEN ?? null,
    edge: {
      trustedProxies: read.data.MANDI_TRUSTED_PROXIES,
      limits: read.data.MANDI_LIMITS,
      socketsPerVisitor: read.data.MANDI_SOCKETS_PER_VISITOR,
      batchSize: read.data.MANDI_BATCH_SIZE,
      replaysPerMinute: read.data.MANDI_REPLAYS_PER_MINUTE,
      pagesAtOnce: read.data.MANDI_PAGES_AT_ONCE,
      pagesPerMinute: read.data.MANDI_PAGES_PER_MINUTE,
    },
    origins: read.data.MANDI_ORIGINS,
    model: MANDI_MODEL === 'off' ? null : MANDI_MODEL,
    models: MANDI_MODELS === undefined ? join(home, 'models') : resolve(MANDI_MODELS),
    device: read.data.MANDI_DEVICE,
    threads: read.data.MANDI_THREADS,
    showcase: read.data.MANDI_SHOWCASE === 'on',
    league: read.data.MANDI_LEAGUE === 'on',
    testGames: read.data.MANDI_TEST_GAMES === '1',
    log: read.data.MANDI_LOG,
    tracing: tracingOf(read.data),
    inferenceFile: read.data.MANDI_INFERENCE === undefined ? null : resolve(read.data.MANDI_INFERENCE),
    workerToken: read.data.MANDI_WORKER_TOKEN ?? null,
    openaiUrl: read.data.OPENAI_BASE_URL ?? null,
    openaiModel: read.data.OPENAI_MODEL ?? null,
    mandiUrl:
      read.data.MANDI_URL === undefined || read.data.MANDI_URL === 'off' ? (read.data.MANDI_URL ?? null) : originOf(read.data.MANDI_URL),
    secret: (name) => environment[name]?.trim() || null,
  };
}

/** For Postgres programs that Mandi starts: removes settings for another server (PGDATA, PGPORT …) and sets messages to English. */
export function environmentForPostgres(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) if (/^(PG|LC_|LANG)/.test(name)) delete environment[name];
  return { ...environment, LC_ALL: 'C' };
}

/** For Mandi commands started as child processes, so that they use the same database. */
export function environmentForCommands({ home, databaseUrl }: Pick<Config, 'home' | 'databaseUrl'>): NodeJS.ProcessEnv {
  return { ...process.env, MANDI_HOME: home, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
}

function completeEnvironment(): Environment {
  const file = join(REPOSITORY, '.env');
  const written: Environment = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  handTracingOn(written, process.env);
  return { ...written, ...process.env };
}

function archivePlace(place: string | undefined, home: string): string {
  if (place === undefined) return join(home, 'archive');
  return place.startsWith('s3://') ? place : resolve(place);
}

function firstFault(error: z.ZodError): string {
  const [issue] = error.issues;
  const name = String(issue?.path[0] ?? 'the environment');
  if (name === 'PORT') return 'PORT must be a whole number from 1 to 65535.';
  return `${name} ${issue?.message ?? 'cannot be used'}.`;
}
