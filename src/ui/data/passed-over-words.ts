import type { PassedOver, PassedOverBy } from '~/api/data-words';
import { formatCount } from '~/kit/format';

const WORDS: Record<PassedOverBy, string> = {
  other_ruleset: 'of another ruleset',
  other_version: 'of another version of its rules',
  other_task: 'of another task',
  other_split: 'of another range of seeds',
  branch_of_other_split: 'branched from another range of seeds',
  sealed: 'of worlds that are still sealed',
  branch_of_sealed: 'branched from worlds that are still sealed',
  with_people: 'tables of people and programs',
  private: 'private tables, which are never exported',
  no_consent: 'tables where somebody did not agree to it',
  cancelled: 'cancelled',
  other_tournament: 'of another tournament',
};

/** `of 24: 20 of another ruleset, 4 of another range of seeds` */
export function passedOverWords({ looked, more, by }: PassedOver): string {
  if (looked === 0) return 'none is there yet';
  const passed = Object.entries(by).map(([why, count]) => `${formatCount(count)} ${WORDS[why as PassedOverBy]}`);
  return `of ${more ? 'the newest ' : ''}${formatCount(looked)}: ${passed.join(', ')}`;
}
