/** One clear sentence per event of an open market, for feeds and transcripts, without what a viewer may not see. */
import type { Names } from '../../../describe';
import { judgeScore } from '../../../judge-score';
import type { ActionResolved, CapacityDelivered, DepositSettled, MessagePosted } from '../events';
import { describeBargain, isBargain } from './describe-bargain';
import { describeCoalition, isOfCoalition } from './describe-coalition';
import { describeDeal, describeOffer } from './describe-offer';
import type { ToldEnd, ToldJudgement, ToldOpenEvent, ToldOpening, ToldSettlement, ToldTurn } from './told';
import { and, capital, headOf, money, nameOf, ownerOf, toOf } from './words';

export function describeOpen(event: ToldOpenEvent, names: Names): string {
  if (isOfCoalition(event)) return describeCoalition(event, names);
  if (isBargain(event)) return describeBargain(event, names);
  switch (event.type) {
    case 'match_opened':
      return opening(event);
    case 'match_branched':
      return `Forked from a running match in round ${event.round_index}. It kept what ${nameOf(event.lab_id, names)} knew; everything else was drawn again.`;
    case 'turn_taken':
      return turn(event, names);
    case 'round_closed':
      return event.silent.length === 0
        ? `Round ${event.round_index} closed: all turns were submitted.`
        : `Round ${event.round_index} closed. ${and(event.silent.map((id) => nameOf(id, names)))} did not submit in time and waited.`;
    case 'action_resolved':
      return resolved(event, names);
    case 'offer_made':
      return describeOffer(event, names);
    case 'offer_accepted':
      return describeDeal(event, names);
    case 'offer_closed':
      return closed(event, names);
    case 'message_posted':
      return said(event, names);
    case 'blocks_marked':
      return `${headOf(event.lab_id, names)} ${event.status === 'reserved' ? 'reserved' : 'released'} ${and(event.block_ids)}.`;
    case 'job_allocated':
      return `${headOf(event.lab_id, names)} put ${and(event.block_ids)} to work${event.job_id === undefined ? '' : ` on ${event.job_id}`}.`;
    case 'capacity_delivered':
      return delivered(event, names);
    case 'job_settled':
      return settled(event, names);
    case 'deposit_settled':
      return deposit(event, names);
    case 'judgement_heard':
      return heard(event);
    case 'pitches_judged':
      return judged(event, names);
    case 'grant_offered':
      return `The operator shows ${event.block.block_id}, ${event.block.gpu_count} GPU for ${event.block.duration} h from round ${event.block.start_round}. The best pitch of this round wins it.`;
    case 'grant_given':
      return event.lab_id === null
        ? `Nobody won ${event.block_id}, so it is lost.`
        : `${event.block_id} went to ${toOf(event.lab_id, names)}.`;
    case 'reputation_changed':
      return `${capital(ownerOf(event.lab_id, names))} reputation is now ${event.reputation}, after a ${event.why}.`;
    case 'shock_struck':
      return event.shock.live ? `Shock from the host: ${event.text}.` : `Shock: ${event.text}.`;
    case 'shock_scheduled':
      return `The host has set a shock for round ${event.shock.round_index}: ${event.shock.kind.replaceAll('_', ' ')}.`;
    case 'round_started':
      return started(event, names);
    case 'match_ended':
      return ended(event, names);
  }
}

/** Each lab's name, from the opening event. */
export function openNamesOf(labs: ToldOpening['labs']): Names {
  return Object.fromEntries(labs.map((lab) => [lab.lab_id, lab.public_name]));
}

function opening({ config, labs }: ToldOpening): string {
  const seed = config.seed === undefined ? '' : `, seed ${config.seed}`;
  return `A ${config.task_type.replaceAll('_', ' ')} opened: ${labs.length} labs, ${config.rounds} rounds${seed}.`;
}

function turn({ lab_id, turn: taken }: ToldTurn, names: Names): string {
  const lab = headOf(lab_id, names);
  if (taken === undefined) return `${lab} submitted a turn.`;
  const kinds = taken.actions.map(({ action }) => action?.action_type ?? 'something that is not an action');
  return `${lab} submitted a turn: ${and(kinds) || 'no action'}.`;
}

function resolved({ lab_id, action_type, result }: ActionResolved, names: Names): string {
  const what = `${ownerOf(lab_id, names)} ${action_type === null ? 'attempt' : (NOUNS[action_type] ?? action_type)}`;
  return whole(`The rules ${result.ok ? 'accept' : 'refuse'} ${what}: ${lower(result.message)}`);
}

/** A move's name in a refusal. */
const NOUNS: Readonly<Record<string, string>> = {
  send_offer: 'offer',
  accept_offer: 'acceptance',
  reject_offer: 'rejection',
  counter_offer: 'counter-offer',
  make_pitch: 'pitch',
  counter_pitch: 'pitch',
  reserve_capacity: 'reservation',
  release_capacity: 'release',
  form_coalition: 'coalition',
  join_coalition: 'entry',
  decline_coalition: 'refusal to join',
  leave_coalition: 'leaving',
  commit_to_coalition: 'pledge',
  allocate_to_job: 'allocation',
  send_message: 'message',
  post_want: 'want',
  fill_want: 'answer to a want',
  withdraw_want: 'withdrawal of a want',
  make_promise: 'promise',
  take_promise: 'taking up of a promise',
  decline_promise: 'return of a promise',
  propose_plan: 'plan',
  veto_plan: 'veto',
  withdraw_pledge: 'withdrawal of a pledge',
  wait: 'wait',
  finish: 'finish',
};

/** The rules put what they mean after the full stop, in brackets. */
function whole(sentence: string): string {
  return sentence.replace(/\. \((.+)\)$/, ' ($1).');
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const CLOSED = { rejected: 'was rejected', withdrawn: 'was withdrawn', expired: 'expired', invalid: 'became void' } as const;

function closed(event: Extract<ToldOpenEvent, { type: 'offer_closed' }>, names: Names): string {
  const to = event.to_lab_id === null ? '' : ` to ${toOf(event.to_lab_id, names)}`;
  return `${capital(ownerOf(event.from_lab_id, names))} offer ${event.offer_id}${to} ${CLOSED[event.status]}.`;
}

function said({ message }: MessagePosted, names: Names): string {
  const to = message.coalition_id === null ? (message.to_lab_id === null ? 'all' : toOf(message.to_lab_id, names)) : message.coalition_id;
  return `${headOf(message.from_lab_id, names)} to ${to}: “${message.message}”`;
}

function delivered({ lab_id, deliveries }: CapacityDelivered, names: Names): string {
  const hours = deliveries.reduce((sum, one) => sum + one.hours, 0);
  const energy = deliveries.reduce((sum, one) => sum + (one.energy_cents ?? 0), 0);
  const jobs = [...new Set(deliveries.filter((one) => one.hours > 0).map((one) => one.job_id))];
  const dark = deliveries.filter((one) => one.brownout).map((one) => one.block_id);
  const worked =
    jobs.length === 0 ? '' : `${headOf(lab_id, names)} got ${hours} GPU-${hours === 1 ? 'hour' : 'hours'} for ${and(jobs)}${paid(energy)}.`;
  if (dark.length === 0) return worked || `${headOf(lab_id, names)} got no GPU-hours.`;
  const out = `${and(dark)} did not run, because ${toOf(lab_id, names)} could not pay the energy.`;
  return worked === '' ? out : `${worked} ${capital(out)}`;
}

function paid(cents: number): string {
  return cents === 0 ? '' : ` and paid ${money(cents)} for energy`;
}

function settled(event: ToldSettlement, names: Names): string {
  const shares = event.payouts.map((one) => `${toOf(one.lab_id, names)} ${money(one.amount_cents)}`);
  const split = shares.length === 0 ? '' : ` By the split it pays ${and(shares)}.`;
  const job = `${capital(ownerOf(event.lab_id, names))} job ${event.job_id}`;
  if (event.value_cents === undefined) return `${job} is settled.${split}`;
  if (event.completed === true)
    return `${job} was completed${event.late === true ? ' late' : ''} and earned ${money(event.value_cents)}.${split}`;
  return event.value_cents === 0
    ? `${job} was not completed and earned nothing.${split}`
    : `${job} was partly completed and earned ${money(event.value_cents)}.${split}`;
}

function deposit(event: DepositSettled, names: Names): string {
  const what = `${capital(ownerOf(event.from_lab_id, names))} deposit of ${money(event.amount_cents)} for ${event.offer_id}`;
  return event.kept_word
    ? `${what} came back: every block was used in time.`
    : `${what} went to ${toOf(event.to_lab_id, names)}: a block was not used in time.`;
}

function heard({ judgement: { judge, fallback } }: Extract<ToldOpenEvent, { type: 'judgement_heard' }>): string {
  return fallback === null ? `${judge} has read the pitches.` : `No model judged the pitches (${fallback}), so the rule judge does.`;
}

function judged({ verdict }: ToldJudgement, names: Names): string {
  if (verdict.pitches.length === 0) return `Nobody pitched for ${verdict.block_id}.`;
  const scores = verdict.pitches
    .toSorted((a, b) => b.score - a.score)
    .map((pitch) => `${toOf(pitch.lab_id, names)} ${judgeScore(pitch.score)}`)
    .join(', ');
  return verdict.winner_lab_id === null
    ? `No pitch won ${verdict.block_id}: ${scores}.`
    : `The judge gives ${verdict.block_id} to ${toOf(verdict.winner_lab_id, names)}: ${scores}.`;
}

function started(event: Extract<ToldOpenEvent, { type: 'round_started' }>, names: Names): string {
  const idle = event.spent_block_ids.length === 0 ? [] : [`${and(event.spent_block_ids)} expired unused`];
  const jobs = [...new Set(event.arrived.map((one) => one.lab_id))].map(
    (lab) => `${toOf(lab, names)} got ${and(event.arrived.filter((one) => one.lab_id === lab).map((one) => one.job_id))}`,
  );
  const news = [...idle, ...jobs];
  return `Round ${event.round_index} began${news.length === 0 ? '' : `: ${news.join('; ')}`}.`;
}

function signOf(cents: number): string {
  return cents === 0 ? '' : cents < 0 ? '−' : '+';
}

function ended({ round_index, profits_cents }: ToldEnd, names: Names): string {
  const over = `The match ended after round ${round_index}.`;
  if (profits_cents === undefined) return over;
  const profits = Object.entries(profits_cents).toSorted(([, a], [, b]) => b - a);
  const list = profits.map(([lab, cents]) => `${toOf(lab, names)} ${signOf(cents)}${money(Math.abs(cents))}`);
  return `${over} ${list.length === 1 ? 'Profit' : 'Profits'}: ${list.join(', ')}.`;
}
