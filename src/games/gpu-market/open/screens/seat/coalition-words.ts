import type { WireCoalition, WirePledge } from '../../shared/observation';
import { and, cr, labWord } from './words';

const STATUS = { forming: 'is forming', active: 'is active', ended: 'has ended' } as const;

/** Members, split and penalty of a coalition, in two sentences. */
export function coalitionTerms(coalition: WireCoalition): string {
  const { founder, members, split, owner_share, bond, status } = coalition;
  const others = members.filter((lab) => lab !== founder).map(labWord);
  const owners = split === 'contribution' ? `, ${Math.round(owner_share * 100)}% to the owners of jobs` : '';
  const who = others.length === 0 ? '' : ` with ${and(others)}`;
  return `Coalition of ${labWord(founder)}${who} ${STATUS[status]}. Split: ${split}${owners}; bond ${cr(bond)}.`;
}

/** What a member has pledged. */
export function pledgeLine({ block_ids, jobs, reserve, until_round, at_once }: WirePledge): string {
  const least = reserve > 0 ? `, for at least ${cr(reserve)}` : '';
  return `${and([...block_ids, ...jobs.map((job) => job.job_id)]) || 'nothing'}${least}, through round ${until_round}${at_once === true ? ', for plans immediately' : ''}`;
}
