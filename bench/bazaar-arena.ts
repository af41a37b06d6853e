/**
 * Matches of the bazaar's ruleset `open` for a trainer beside it, many at once: a pupil in one seat, house players in the others. By lines of
 * JSON: a request on stdin is answered by {"asked": [{user, letters, at}]} (`at`: which match of the request) as long as the pupil has to choose, each answered by {"picks": [...]}, and then by
 * {"done": ...}. Where the pupil is a scripted policy nobody is asked. `python -m mandi_trainer learn` starts it; seeds to learn from are 0-39999.
 */
import { createInterface } from 'node:readline';
import { askPolicy } from '../src/contract/ask-policy';
import { shownAt } from '../src/contract/prompt-format';
import { inPlace } from '../src/games/bazaar/open/match';
import type { BazaarObservation } from '../src/games/bazaar/open/observation';
import { openBazaar } from '../src/games/bazaar/open/open';
import { allPolicies } from '../src/games/bazaar/open/players/all';
import type { WireAction } from '../src/games/bazaar/open/players/fill-in';
import { plannerTurn } from '../src/games/bazaar/open/players/planner';
import { house } from '../src/games/bazaar/open/players/policies';
import { bazaarOpenPrompts } from '../src/games/bazaar/open/prompts/formats';
import { lessons } from '../src/games/bazaar/open/prompts/lessons';
import { menuOf, nearestChoice } from '../src/games/bazaar/open/prompts/menu';
import { optimumNow } from '../src/games/bazaar/open/score/worlds';
import type { BazaarConfig } from '../src/games/bazaar/open/types';
import { Draws } from '../src/lib/random/draws';
import { streamOf } from '../src/lib/random/mt19937';

interface Request {
  matches: { task: string; seed: number; role: string }[];
  /**
   * `asked`: the picks come by lines; `null`: at random, by type of move first; `first`: always the first; `planner_menu`: the planner's
   * nearest choice; otherwise a policy.
   */
  player: string;
  /** Each turn becomes a sample, labeled with the planner's choice. */
  label: boolean;
  /** Share of turns in which a stray move replaces the pupil's own. */
  wander: number;
}

interface Row {
  system?: string;
  user: string;
  answer: string;
  worths?: Record<string, number>;
  task_type: string;
  seed: number;
  round_index: number;
}

const WANDERING = 1;
const LAST_TO_LEARN_FROM = 39_999;
const [format] = bazaarOpenPrompts;
if (!format?.write) throw new Error('the market has a prompt with words');
const { decide, write, version } = format;
const [SYSTEM] = JSON.parse(decide.fixed()) as [string];

class Match {
  readonly rows: Row[] = [];
  readonly #of: Request['matches'][number];
  readonly #request: Request;
  readonly #config: BazaarConfig;
  readonly #run;
  readonly #seat: string;
  readonly #draws: Draws;
  #seen: BazaarObservation | null = null;

  constructor(of: Request['matches'][number], request: Request) {
    const { task, seed, role } = of;
    if (request.label && seed > LAST_TO_LEARN_FROM) throw new Error(`seed ${seed} is not for learning`);
    const config = openBazaar.parseConfig({ task_type: task, seed });
    if (!config.ok) throw new Error(config.why);
    const seats = openBazaar.seats(config.value).filter((seat) => seat.role === role);
    this.#of = of;
    this.#request = request;
    this.#config = config.value;
    this.#run = inPlace(config.value);
    this.#seat = seats[seed % seats.length]?.id ?? '';
    this.#draws = new Draws(streamOf(seed, [WANDERING, role === 'seller' ? 0 : 1]), 0);
    this.#forward();
  }

  /** The pupil's question; null: the match is over. */
  get question(): { user: string; letters: string } | null {
    const seen = this.#seen;
    if (seen === null) return null;
    return {
      user: decide.prompt(seen, []).user,
      letters: menuOf(seen)
        .map(({ letter }) => letter)
        .join(''),
    };
  }

  get isOver(): boolean {
    return this.#seen === null;
  }

  get result() {
    const { world, seats } = this.#run.state;
    const { scale_cents } = optimumNow({ config: this.#config, world, live: [] });
    return { ...this.#of, seat: this.#seat, gain: (seats[this.#seat]?.profit ?? 0) / scale_cents };
  }

  /** `letter`: the pupil's pick, if it was asked. */
  turn(letter?: string): void {
    const seen = this.#seen;
    if (seen === null) return;
    const { player, label, wander } = this.#request;
    if (label) this.#learn(seen);
    const move = this.#draws.random() < wander ? lessons.stray(seen, this.#draws) : this.#chosen(seen, player, letter);
    this.#play(move);
    this.#forward();
  }

  #chosen(seen: BazaarObservation, player: string, letter: string | undefined): unknown {
    const menu = menuOf(seen);
    if (player === 'asked') return menu.find((one) => one.letter === letter)?.action ?? { action_type: 'wait' };
    if (player === 'first') return menu[0]?.action;
    if (player === 'planner_menu') return nearestChoice(seen, plannerTurn(seen, true)[0])?.action ?? { action_type: 'wait' };
    if (player === 'null') {
      const kind = this.#draws.choice([...new Set(menu.map((one) => one.kind))]);
      return this.#draws.choice(menu.filter((one) => one.kind === kind)).action;
    }
    const policy = allPolicies().find(({ id }) => id === player);
    if (!policy) throw new Error(`no policy ${player}`);
    return askPolicy(openBazaar, policy, { state: this.#run.state, seat: this.#seat });
  }

  #learn(seen: BazaarObservation): void {
    const taught = plannerTurn(seen, true) as unknown as WireAction;
    const place = { task_type: this.#of.task, seed: this.#of.seed, round_index: seen.round };
    if (!(lessons.teaches?.(seen, this.#draws) ?? true)) return;
    const answer = lessons.say(seen, taught, version);
    const worths = lessons.worths?.(seen) ?? {};
    const heard = lessons.chatter?.(seen, this.#draws) ?? seen;
    if (answer !== null) this.rows.push({ user: decide.prompt(heard, []).user, answer, worths, ...place });
    const shown = shownAt(openBazaar, { config: this.#config, state: this.#run.state, seat: this.#seat });
    const said = lessons.worded?.(shown, taught, this.#draws) ?? null;
    const words = said === null ? null : (write?.say(said) ?? null);
    if (said === null || words === null || !write) return;
    const { system, user } = write.prompt(shown, write.bare(said));
    this.rows.push({ system, user, answer: words, ...place });
  }

  #play(move: unknown): void {
    const moves = openBazaar.toAct(this.#run.state).map((seat) => ({
      seat,
      move: seat === this.#seat ? move : askPolicy(openBazaar, house, { state: this.#run.state, seat }),
    }));
    for (const one of moves) this.#run.play(one.seat, one.move);
  }

  /** To the pupil's next turn, or to the end. */
  #forward(): void {
    this.#seen = null;
    for (let seats = openBazaar.toAct(this.#run.state); seats.length > 0; seats = openBazaar.toAct(this.#run.state)) {
      if (seats.includes(this.#seat)) {
        this.#seen = openBazaar.observe(this.#run.state, this.#seat);
        return;
      }
      this.#play(null);
    }
  }
}

let going: { request: Request; matches: Match[]; asked: Match[] } | null = null;

function answer(text: string): void {
  const line = JSON.parse(text) as Partial<Request> & { picks?: string[] };
  if (line.picks === undefined) {
    const request = line as Request;
    going = { request, matches: request.matches.map((of) => new Match(of, request)), asked: [] };
    if (request.player !== 'asked') for (const match of going.matches) while (!match.isOver) match.turn();
  } else for (const [at, match] of (going?.asked ?? []).entries()) match.turn(line.picks[at]);
  if (going === null) throw new Error('picks came before a request');
  going.asked = going.matches.filter(({ isOver }) => !isOver);
  if (going.asked.length > 0) {
    const { matches, asked } = going;
    say({ asked: asked.map((match) => ({ ...match.question, at: matches.indexOf(match) })) });
    return;
  }
  say({ done: { results: going.matches.map(({ result }) => result), rows: going.matches.flatMap(({ rows }) => rows) } });
  going = null;
}

function say(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

say({ ready: { system: SYSTEM, prompt: format.version } });
createInterface({ input: process.stdin }).on('line', answer);
