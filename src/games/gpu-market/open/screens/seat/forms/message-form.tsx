'use client';
import { useState } from 'react';
import { SelectField, TextField } from '~/kit/field';
import { useDesk, useLive } from '../desk-context';
import { calledLab } from '../words';
import { FormFrame } from './form-frame';
import { legalOf } from './legal-ids';

/** A message to all, to one lab or to a coalition; delivered when the round closes. */
export function MessageForm({ to: first = '', onClose }: { to?: string; onClose: () => void }) {
  const { observation, add, say } = useDesk();
  const { card } = useLive();
  const [to, setTo] = useState(first);
  const [text, setText] = useState('');
  const message = text.trim();
  const coalitions = legalOf(observation, 'send_message')?.coalition_ids ?? [];
  return (
    <FormFrame
      wrong={message === '' ? 'Write something.' : null}
      onClose={onClose}
      onAdd={() => add({ action_type: 'send_message', ...addressee(to, coalitions), message })}
      preview={<p className="text-ink-2 text-small">It is sent when the round closes. {say(readersOf(to, coalitions))}</p>}
    >
      <SelectField label="To" value={to} onChange={(event) => setTo(event.target.value)}>
        <option value="">all labs</option>
        {observation.visible_labs.map((lab) => (
          <option key={lab.lab_id} value={lab.lab_id}>
            {calledLab(lab.lab_id, card.seats)}
          </option>
        ))}
        {coalitions.map((id) => (
          <option key={id} value={id}>
            {say(`coalition ${id}`)}
          </option>
        ))}
      </SelectField>
      <TextField label="Message" maxLength={500} value={text} onChange={(event) => setText(event.target.value)} />
    </FormFrame>
  );
}

function addressee(to: string, coalitions: readonly string[]): { coalition_id?: string; target_lab_id?: string } {
  if (to === '') return {};
  return coalitions.includes(to) ? { coalition_id: to } : { target_lab_id: to };
}

function readersOf(to: string, coalitions: readonly string[]): string {
  if (to === '') return 'Everybody can read it.';
  return coalitions.includes(to) ? `Members of ${to} can read it.` : 'Only the two of you can read it.';
}
