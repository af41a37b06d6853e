'use client';
import { useState } from 'react';
import { Badge } from '~/kit/badge';
import { SelectField } from '~/kit/field';
import { judgeScore } from '../../../../judge-score';
import { claimable, previewPitch } from '../../../shared/plans/pitch-preview';
import { CLAIM_FIELDS, type ClaimField, type PitchVerdict } from '../../../shared/types';
import { previewPitch2 } from '../../../v2/players/pitch';
import { bargainOf } from '../bargain';
import { blockLine } from '../block-line';
import { useDesk } from '../desk-context';
import { cr, plural } from '../words';
import { whyNoMove } from './choices';
import { claimSentence } from './claim-sentence';
import { FormFrame } from './form-frame';
import { legalOf } from './legal-ids';

const SHORTEST = 12;

/** A pitch for the operator's spare block: text, a claim picker, and what the rule judge reads in it. */
export function PitchForm({ onClose }: { onClose: () => void }) {
  const { observation, add, say } = useDesk();
  const legal = legalOf(observation, 'make_pitch');
  const jobs = observation.private_jobs.filter((job) => legal?.job_ids.includes(job.job_id));
  const [jobId, setJobId] = useState(jobs[0]?.job_id ?? '');
  const [text, setText] = useState('');
  const job = jobs.find((one) => one.job_id === jobId);
  const block = observation.public_market.blocks.find((one) => one.block_id === legal?.block_id);
  const message = text.trim();
  const byNeed = bargainOf(observation);
  const pitch = { text: message, claims: [] };
  const verdict = message === '' ? null : byNeed ? previewPitch2(byNeed, pitch) : previewPitch(observation, pitch);
  const short = Array.from(message).length < SHORTEST;
  function claim(field: ClaimField) {
    if (job === undefined) return;
    const told = claimSentence(field, job.job_id, claimable(job)[field]);
    setText((before) => (before.trim() === '' ? told : `${before.trim()} ${told}`));
  }
  return (
    <FormFrame
      wrong={whyNoMove(observation, 'pitch') ?? (short ? `A pitch needs at least ${SHORTEST} characters.` : null)}
      onClose={onClose}
      onAdd={() => add({ action_type: 'make_pitch', message })}
      preview={verdict === null ? null : <Reading verdict={verdict} />}
    >
      {block === undefined ? null : (
        <p className="text-small">
          This round’s prize is {say(block.block_id)}: {blockLine(block, { factor: observation.public_market.energy_factor })}.{' '}
          {byNeed === null
            ? 'The best pitch wins it, with a score of at least 0.5: two true facts about a job that the block serves.'
            : 'State two true facts about one of your open jobs. The more the block adds to your best plan, the higher your score; the highest score above 0 wins.'}{' '}
          A false claim costs 0.3.
        </p>
      )}
      <SelectField label="Job" value={jobId} onChange={(event) => setJobId(event.target.value)}>
        {jobs.map((one) => (
          <option key={one.job_id} value={one.job_id}>
            {say(one.job_id)}: {plural(one.gpu_hours_required, 'GPU-hour')} by round {one.deadline_round}, {cr(one.value)}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend className="font-medium text-small">Put a fact into the pitch</legend>
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {CLAIM_FIELDS.map((field) => (
            <button
              key={field}
              type="button"
              disabled={job === undefined}
              onClick={() => claim(field)}
              className="rounded-md border border-line-strong bg-panel px-2.5 py-1 text-small hover:border-accent hover:text-accent"
            >
              {field}
              {job === undefined ? '' : ` ${claimable(job)[field]}`}
            </button>
          ))}
        </div>
      </fieldset>
      <label className="block text-small">
        <span className="font-medium">Your pitch</span>
        <textarea
          rows={4}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mt-1 w-full rounded-md border border-line-strong bg-panel px-2.5 py-1.5 text-ink"
        />
      </label>
    </FormFrame>
  );
}

function Reading({ verdict }: { verdict: PitchVerdict }) {
  const { say } = useDesk();
  return (
    <>
      <p className="text-small">
        The rule judge would give it <strong className="num">{judgeScore(verdict.score)}</strong>. {say(verdict.reason)}
      </p>
      {verdict.claims.length === 0 ? <p className="text-small text-ink-2">No claim was found in these words.</p> : null}
      <ul className="space-y-1 text-small">
        {verdict.claims.map((claim) => (
          <li key={`${claim.job_id} ${claim.field} ${claim.value}`} className="flex flex-wrap items-baseline gap-x-2">
            <Badge tone={claim.verdict ? 'green' : 'red'}>{claim.verdict ? 'true' : 'false'}</Badge>
            {say(claim.job_id)}: {claim.field} {claim.value}
            {claim.verdict || claim.fact === null ? null : <span className="text-ink-2">(it is {claim.fact})</span>}
            {claim.quote === null ? null : <q className="text-ink-2">{say(claim.quote)}</q>}
          </li>
        ))}
      </ul>
    </>
  );
}
