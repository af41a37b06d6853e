/**
 * The moves that would be accepted now, with valid ids and ranges. Computed from the observation only, so that forms, random policies and
 * grammars for language models use the same list.
 */
import { round } from '~/lib/numbers';
import { MAX_MONEY } from './actions';
import type { LegalAction } from './legal-action';
import { legalInCoalitions } from './legal-coalitions';
import type { OpenFacts, OwnBlock, PublicBlock, WireOffer } from './observation';
import { bondOf, isFree } from './observed';
import { CLAIM_FIELDS, OPERATOR } from './types';

/** `legalActions(observation)` equals the list in the observation. */
export function legalActions(facts: OpenFacts): LegalAction[] {
  if (facts.done || facts.finished) return [];
  return [
    ...legalOffers(facts),
    ...legalPitch(facts),
    ...legalMarks(facts),
    ...legalInCoalitions(facts),
    ...legalAllocation(facts),
    legalMessage(facts),
    { action_type: 'wait' },
    { action_type: 'finish' },
  ];
}

function legalMessage(facts: OpenFacts): LegalAction {
  const mine = facts.active_coalitions.filter((coalition) => coalition.members.includes(facts.controlled_lab_id));
  return {
    action_type: 'send_message',
    target_lab_ids: facts.visible_labs.map((lab) => lab.lab_id),
    coalition_ids: mine.map((coalition) => coalition.coalition_id),
  };
}

function legalOffers(facts: OpenFacts): LegalAction[] {
  const tradable = facts.owned_blocks.filter((block) => isTradable(block)).map((block) => block.block_id);
  const payment = { min: 0, max: facts.controlled_lab_budget };
  const requested_payment = { min: 0, max: MAX_MONEY };
  const expires_in = { min: 1, max: 4 };
  const target_lab_ids = facts.visible_labs.map((lab) => lab.lab_id);
  const next = facts.round_index + 1;
  const mine = facts.active_coalitions.filter((coalition) => coalition.members.includes(facts.controlled_lab_id));
  const legal: LegalAction[] = [
    {
      action_type: 'send_offer',
      target_lab_ids,
      block_ids: tradable,
      requested_block_ids: requestable(facts),
      payment,
      requested_payment,
      expires_in,
      conditions: {
        must_use_by_round: next < facts.max_rounds ? { min: next, max: facts.max_rounds - 1 } : null,
        penalty: { min: 0, max: MAX_MONEY },
        coalition_ids: mine.map((coalition) => coalition.coalition_id),
      },
    },
  ];
  const received = facts.active_offers.filter((offer) => offer.from_lab_id !== facts.controlled_lab_id);
  const named = (offers: readonly WireOffer[]) => offers.map((offer) => offer.offer_id);
  const takeable = received.filter((offer) => isTakeable(facts, offer));
  const answerable = received.filter((offer) => offer.from_lab_id !== OPERATOR);
  const rejectable = facts.active_offers.filter((offer) => offer.from_lab_id === facts.controlled_lab_id || offer.to_lab_id !== null);
  if (takeable.length > 0) legal.push({ action_type: 'accept_offer', offer_ids: named(takeable) });
  if (rejectable.length > 0) legal.push({ action_type: 'reject_offer', offer_ids: named(rejectable) });
  if (answerable.length > 0) {
    legal.push({ action_type: 'counter_offer', offer_ids: named(answerable), block_ids: tradable, payment, requested_payment, expires_in });
  }
  return legal;
}

function isTradable(block: PublicBlock): boolean {
  return isFree(block) && !block.conditions.some((condition) => condition.must_not_resell);
}

function requestable(facts: OpenFacts): Record<string, string[]> {
  const wanted: Record<string, string[]> = {};
  for (const block of facts.public_market.blocks) {
    const { owner_lab_id } = block;
    if (owner_lab_id === facts.controlled_lab_id || owner_lab_id === OPERATOR || block.status !== 'available' || !isTradable(block))
      continue;
    if (isOutside(facts, block, facts.controlled_lab_id)) continue;
    wanted[owner_lab_id] ??= [];
    wanted[owner_lab_id]?.push(block.block_id);
  }
  return wanted;
}

/** Bound to a coalition that this lab does not belong to. */
function isOutside(facts: OpenFacts, block: PublicBlock, labId: string): boolean {
  const bond = bondOf(facts, block);
  return bond !== null && facts.active_coalitions.find((one) => one.coalition_id === bond)?.members.includes(labId) !== true;
}

/** As far as this seat can see: it can pay, every block is still free and its giver's, and no bond prevents it. */
function isTakeable(facts: OpenFacts, offer: WireOffer): boolean {
  if (round(offer.requested_payment + (offer.conditions?.penalty ?? 0), 2) > facts.controlled_lab_budget) return false;
  const bond = facts.active_coalitions.find((one) => one.coalition_id === offer.conditions?.coalition_only);
  if (bond !== undefined && !bond.members.includes(facts.controlled_lab_id)) return false;
  const comes = (id: string, deal: { from: string; to: string }) => {
    const block = facts.public_market.blocks.find((one) => one.block_id === id);
    return block !== undefined && block.owner_lab_id === deal.from && isTradable(block) && !isOutside(facts, block, deal.to);
  };
  const { controlled_lab_id: me } = facts;
  return (
    offer.offered_blocks.every((id) => comes(id, { from: offer.from_lab_id, to: me })) &&
    offer.requested_blocks.every((id) => comes(id, { from: me, to: offer.from_lab_id }))
  );
}

function legalPitch(facts: OpenFacts): LegalAction[] {
  const block_id = facts.public_market.pitch_for_block_id;
  if (block_id === null) return [];
  const open = facts.private_jobs.filter((job) => !job.settled).map((job) => job.job_id);
  return [{ action_type: 'make_pitch', block_id, job_ids: open, claim_fields: [...CLAIM_FIELDS] }];
}

function legalMarks(facts: OpenFacts): LegalAction[] {
  const free = facts.owned_blocks.filter((block) => isFree(block)).map((block) => block.block_id);
  const marked = facts.owned_blocks.filter((block) => block.status === 'reserved' || block.pledged_to !== null);
  const legal: LegalAction[] = [];
  if (free.length > 0) legal.push({ action_type: 'reserve_capacity', block_ids: free });
  if (marked.length > 0) legal.push({ action_type: 'release_capacity', block_ids: marked.map((block) => block.block_id) });
  return legal;
}

/** Own jobs with the blocks that may be allocated now, including those whose pledge ends in this round. */
function legalAllocation(facts: OpenFacts): LegalAction[] {
  const blocks = facts.owned_blocks.filter((block) => bondOf(facts, block) === null && (isFree(block) || lapsesNow(facts, block)));
  const jobs: Record<string, string[]> = {};
  for (const job of facts.private_jobs) {
    if (job.settled || (job.pledged_to !== null && !pledgeLapses(facts, job.pledged_to))) continue;
    const fit = blocks.filter((block) => block.reliability >= job.min_reliability).map((block) => block.block_id);
    if (fit.length > 0) jobs[job.job_id] = fit;
  }
  const plans = legalPlans(facts);
  return Object.keys(jobs).length + Object.keys(plans).length === 0 ? [] : [{ action_type: 'allocate_to_job', jobs, plans }];
}

function lapsesNow(facts: OpenFacts, block: OwnBlock): boolean {
  return block.pledged_to !== null && block.hours_left > 0 && pledgeLapses(facts, block.pledged_to);
}

function pledgeLapses(facts: OpenFacts, coalitionId: string): boolean {
  const coalition = facts.active_coalitions.find((one) => one.coalition_id === coalitionId);
  return coalition?.pledges?.[facts.controlled_lab_id]?.until_round === facts.round_index;
}

function legalPlans(facts: OpenFacts): Record<string, Record<string, string[]>> {
  const plans: Record<string, Record<string, string[]>> = {};
  for (const { coalition_id, status, pledges } of facts.active_coalitions) {
    if (status !== 'active' || pledges === null) continue;
    const ids = Object.values(pledges).flatMap((pledge) => pledge.block_ids);
    const blocks = facts.public_market.blocks.filter((block) => ids.includes(block.block_id) && block.hours_left > 0);
    const jobs: Record<string, string[]> = {};
    for (const job of Object.values(pledges).flatMap((pledge) => pledge.jobs)) {
      const fit = blocks.filter((block) => block.reliability >= job.min_reliability).map((block) => block.block_id);
      if (fit.length > 0) jobs[job.job_id] = fit;
    }
    if (Object.keys(jobs).length > 0) plans[coalition_id] = jobs;
  }
  return plans;
}
