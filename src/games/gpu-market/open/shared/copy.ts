/** A deep copy of a state. Parts that never change (configuration, drawn shocks, messages) are shared. */

import type { Proposal } from './bargain';
import type { OpenState } from './state';
import type { OpenBlock, OpenCoalition, OpenJob, OpenLab, OpenOffer } from './types';

export function copyState(state: OpenState): OpenState {
  return {
    ...state,
    labs: mapped(state.labs, copyLab),
    blocks: mapped(state.blocks, copyBlock),
    jobs: mapped(state.jobs, copyJob),
    offers: mapped(state.offers, copyOffer),
    coalitions: mapped(state.coalitions, copyCoalition),
    ...(state.wants && { wants: mapped(state.wants, (want) => ({ ...want })) }),
    ...(state.promises && { promises: mapped(state.promises, (promise) => ({ ...promise })) }),
    messages: [...state.messages],
    deposits: [...state.deposits],
    shock_history: [...state.shock_history],
    verdicts: [...state.verdicts],
    turns: { ...state.turns },
    receipts: { ...state.receipts },
    ledger: { ...state.ledger },
  };
}

function mapped<T>(record: Record<string, T>, copy: (value: T) => T): Record<string, T> {
  const result: Record<string, T> = {};
  for (const key in record) {
    const value = record[key];
    if (value !== undefined) result[key] = copy(value);
  }
  return result;
}

function copyLab(lab: OpenLab): OpenLab {
  return { ...lab, block_ids: [...lab.block_ids], job_ids: [...lab.job_ids], results: [...lab.results] };
}

function copyBlock(block: OpenBlock): OpenBlock {
  return { ...block, conditions: [...block.conditions] };
}

function copyJob(job: OpenJob): OpenJob {
  return { ...job, allocated_block_ids: [...job.allocated_block_ids] };
}

/** Only an offer's status and taker change. */
function copyOffer(offer: OpenOffer): OpenOffer {
  return { ...offer };
}

function copyCoalition(coalition: OpenCoalition): OpenCoalition {
  const pledges = mapped(coalition.pledges, (pledge) => ({ ...pledge }));
  const proposals = coalition.proposals?.map(copyProposal);
  return { ...coalition, members: [...coalition.members], invited: [...coalition.invited], pledges, ...(proposals && { proposals }) };
}

/** Only its vetoes change. */
function copyProposal(proposal: Proposal): Proposal {
  return { ...proposal, vetoed_by: [...proposal.vetoed_by] };
}
