import type { ReportRow } from './report';
import { ROLE_NOTE } from './report';

/** Who it is, and what it stands in the table for. */
export function PolicyCell({ policy, role }: Pick<ReportRow, 'policy' | 'role'>) {
  return (
    <span className="block text-micro leading-4">
      <span className="code text-small">{policy}</span>
      {ROLE_NOTE[role] === null ? null : <span className="block text-ink-2">{ROLE_NOTE[role]}</span>}
    </span>
  );
}
