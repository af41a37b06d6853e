import { fallbackWords, isMostlyFallback } from '~/lib/play/whose-play';
import type { ReportRow } from './report';
import { ROLE_NOTE } from './report';

/** Name, role in the table, and whether its figures are mostly its fallback's. */
export function PolicyCell({ policy, role, counts }: Pick<ReportRow, 'policy' | 'role' | 'counts'>) {
  return (
    <span className="block text-micro leading-4">
      <span className="code text-small">{policy}</span>
      {ROLE_NOTE[role] === null ? null : <span className="block text-ink-2">{ROLE_NOTE[role]}</span>}
      {counts && isMostlyFallback(counts) ? <span className="block text-red">{fallbackWords(counts)}</span> : null}
    </span>
  );
}
