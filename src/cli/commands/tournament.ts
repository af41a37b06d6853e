import type { Command } from 'commander';
import type { Answer } from '~/match/answer';
import type { Services } from '~/match/services';
import type { TournamentRecord } from '~/store/tournaments/tournament';
import type { ControlRefusal } from '~/tournament/control-tournament';
import { UsageError } from '../exits';
import { newCommand } from '../new-command';
import { deliver, print, refuseUnwritable } from '../output';
import type { RunOptions } from '../run-tournament';

interface RunFlags {
  workers?: string;
  detach?: boolean;
  json?: boolean;
}

interface StandingsFlags {
  csv?: boolean;
  json?: boolean;
  out?: string;
}

export function tournamentCommand(): Command {
  const tournament = newCommand('tournament', 'Plays many matches from one file: who is better, and how sure that is.', [
    'tournament run cup.yaml --workers 2',
    'tournament status 9cw2urwtm3nj',
    'tournament standings 9cw2urwtm3nj --csv --out out/cup.csv',
  ]);
  tournament
    .command('run')
    .argument('<file>', "the tournament's file (YAML or JSON), or - for standard input (docs/tournaments.md)")
    .description('start a tournament and play it to its end; after Ctrl-C, other workers continue, or you can resume it')
    .option('--workers <n>', 'processes to start, 0 to 64 (default: 1, or 0 if workers are running)')
    .option('--detach', 'start it and let running workers play it')
    .option('--json', 'print the standings as one JSON object')
    .action(runTournament);
  tournament
    .command('resume')
    .argument('<tournament>', 'its id, or the first characters of it')
    .description('continue a tournament that was paused or interrupted')
    .option('--workers <n>', 'processes to start, 0 to 64 (default: 1, or 0 if workers are running)')
    .option('--detach', 'let running workers play it')
    .option('--json', 'print the standings as one JSON object')
    .action(resumeTournament);
  tournament
    .command('status')
    .argument('<tournament>', 'its id, or the first characters of it')
    .description('show the progress, the cost so far, and what is left')
    .option('--json', 'print one JSON object')
    .action(showStatus);
  tournament
    .command('standings')
    .argument('<tournament>', 'its id, or the first characters of it')
    .description('print the standings so far')
    .option('--csv', 'print CSV, one row per entrant')
    .option('--json', 'print one JSON object, with cross table, pairs and ratings')
    .option('--out <file>', 'write to this file')
    .action(showStandings);
  tournament
    .command('results')
    .argument('<tournament>', 'its id, or the first characters of it')
    .description('write all finished matches, one row per seat: scores, profits, counts and times')
    .option('--out <file>', 'a .csv or .parquet file (default: CSV to standard output)')
    .action(showResults);
  tournament
    .command('list')
    .description('list all tournaments, newest first')
    .option('--json', 'print one JSON object')
    .action(listTournaments);
  addControls(tournament);
  return tournament;
}

function addControls(tournament: Command): void {
  const control = (name: 'pause' | 'cancel' | 'retry', description: string) =>
    tournament
      .command(name)
      .argument('<tournament>', 'its id, or the first characters of it')
      .description(description)
      .action((id: string) => steer(id, name));
  control('pause', 'finish running matches and start no more');
  control('cancel', 'end it now; finished matches stay');
  control('retry', 'play failed matches again');
  tournament
    .command('join')
    .argument('<tournament>', 'a league')
    .argument('[agent]', "a policy's id, an agent's name or name@version, or, in an exhibition, a person in the registry")
    .description('add an entrant to a league, from its next day on')
    .option('--person <name>', 'instead of an agent: a person who is not registered')
    .option('--name <name>', 'its name in the table (default: its own)')
    .option('--owner <owner>', 'its owner')
    .action(join);
  tournament
    .command('leave')
    .argument('<tournament>', 'a league')
    .argument('<entrant>', 'its name in the table')
    .description('remove an entrant from a league after the current day')
    .action(leave);
}

async function runTournament(file: string, flags: RunFlags): Promise<void> {
  const { runFile } = await import('../run-tournament');
  await runFile(file, readRun(flags));
}

async function resumeTournament(id: string, flags: RunFlags): Promise<void> {
  const { resume } = await import('../run-tournament');
  await resume(id, readRun(flags));
}

function readRun({ workers, detach = false, json = false }: RunFlags): RunOptions {
  if (detach && workers !== undefined) throw new UsageError('--detach starts no process: leave --workers out');
  return { workers: readWorkers(workers), detach, json };
}

/** null: as needed. */
function readWorkers(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,2}$/.test(text) || Number(text) > 64) throw new UsageError('--workers must be a whole number from 0 to 64');
  return Number(text);
}

async function showStatus(id: string, flags: { json?: boolean }): Promise<void> {
  const { withTournament, statusOf, statusText } = await load();
  const status = await withTournament(id, statusOf);
  await print(flags.json ? JSON.stringify(status) : statusText(status));
}

async function showStandings(id: string, flags: StandingsFlags): Promise<void> {
  if (flags.csv && flags.json) throw new UsageError('choose one of --csv and --json');
  const { withTournament, standingsNow } = await load();
  const [{ standingsText }, { standingsCsv }] = await Promise.all([import('../standings-text'), import('~/tournament/standings-csv')]);
  const standings = await withTournament(id, standingsNow);
  const text = flags.csv ? standingsCsv(standings) : flags.json ? JSON.stringify(standings) : standingsText(standings);
  await deliver(text, flags.out);
}

async function showResults(id: string, flags: { out?: string }): Promise<void> {
  const [{ withTournament }, { RESULT_COLUMNS, resultRows }] = await Promise.all([load(), import('~/tournament/results-table')]);
  const [{ deliverTable, tableKind }, { csvPieces }] = await Promise.all([import('../table-file'), import('~/lib/tables/result-table')]);
  if (flags.out !== undefined) tableKind(flags.out);
  await refuseUnwritable(flags.out);
  await withTournament(id, async ({ store }, record) => {
    const rows = resultRows(store, record);
    if (flags.out !== undefined) return deliverTable({ columns: RESULT_COLUMNS, rows }, flags.out);
    for await (const piece of csvPieces(RESULT_COLUMNS, rows)) await print(piece);
  });
}

async function listTournaments(flags: { json?: boolean }): Promise<void> {
  const [{ withDatabase }, { listAll, listText }] = await Promise.all([import('../database-services'), load()]);
  const all = await withDatabase(({ services }) => listAll(services));
  await print(flags.json ? JSON.stringify({ tournaments: all }) : listText(all));
}

async function steer(id: string, command: 'pause' | 'cancel' | 'retry'): Promise<void> {
  const { pauseTournament, cancelTournament, retryFailed } = await import('~/tournament/control-tournament');
  const deeds = { pause: pauseTournament, cancel: cancelTournament, retry: retryFailed };
  await change(id, (services, known) => deeds[command](services, known));
}

interface JoinFlags {
  person?: string;
  name?: string;
  owner?: string;
}

async function join(id: string, agent: string | undefined, { person, name = person, owner }: JoinFlags): Promise<void> {
  if ((agent === undefined) === (person === undefined)) throw new UsageError('name who joins: an agent, or --person NAME');
  if (person !== undefined && name !== person) throw new UsageError('choose one of --person and --name: a person has one name');
  const [{ joinLeague }, { agentRuntimeWhenNeeded }] = await Promise.all([
    import('~/tournament/control-tournament'),
    import('../agents-here'),
  ]);
  const deed: Deed = async (services, known) => {
    const agentRuntime = agentRuntimeWhenNeeded(services.store.agents);
    try {
      return await joinLeague({ ...services, ...(await agentRuntime.find([])) }, known, { agent: agent ?? null, name, owner });
    } finally {
      await agentRuntime.close();
    }
  };
  await change(id, deed, `${(name ?? agent ?? '').trim()} joins, and plays from the next day on.`);
}

async function leave(id: string, entrant: string): Promise<void> {
  const { leaveLeague } = await import('~/tournament/control-tournament');
  await change(id, (services, known) => leaveLeague(services, known, entrant), `${entrant} leaves once the current day is over.`);
}

type Deed = (services: Services, id: string) => Promise<Answer<TournamentRecord, ControlRefusal>>;

/** `said`: what was done, if the status does not show it. */
async function change(id: string, deed: Deed, said: string | null = null): Promise<void> {
  const { withTournament, statusOf, statusText } = await load();
  const status = await withTournament(id, async (services, record) => {
    const done = await deed(services, record.id);
    if (!done.ok) throw new UsageError(done.why);
    return statusOf(services, done.value);
  });
  await print([...(said === null ? [] : [said]), statusText(status)].join('\n'));
}

function load() {
  return import('../tournament-labels');
}
