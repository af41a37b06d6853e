import type { PlanPreview } from '~/api/tournament-words';
import { Button } from '~/kit/button';
import { Panel } from '~/kit/panel';
import { ErrorNote } from '~/kit/states';
import type { Fault } from '../api-fault';
import { durationWords, FORMAT_WORDS, matchesWords, RANGE_WORDS } from './tournament-words';

interface Props {
  preview: PlanPreview | null;
  isSettled: boolean;
  busy: boolean;
  /** Why it was not started, or could not be read. */
  fault: Fault | null;
}

/** What will be played, before it is. */
export function PreviewPanel({ preview, isSettled, busy, fault }: Props) {
  return (
    <Panel title="What will be played">
      <div className="min-h-[6lh] text-small" aria-live="polite">
        {preview?.ok ? <Coming preview={preview} /> : null}
        {preview && !preview.ok ? (
          <p className="whitespace-pre-line text-red">
            {preview.faults.length === 1 ? 'One thing needs another look.' : `${preview.faults.length} things need another look.`}{' '}
            {preview.faults[0]?.why}
          </p>
        ) : null}
        {preview === null ? <p className="text-ink-2">Reading the plan.</p> : null}
      </div>
      <Button type="submit" form="new-tournament" look="primary" className="mt-4 w-full" disabled={busy || !isSettled}>
        {busy ? 'Starting the tournament' : 'Start the tournament'}
      </Button>
      {fault ? (
        <div className="mt-3">
          <ErrorNote title="The tournament was not started." code={fault.code}>
            {fault.message}
          </ErrorNote>
        </div>
      ) : null}
    </Panel>
  );
}

function Coming({ preview: { plan, matches, mayBeMore, stages, endless, seconds } }: { preview: Extract<PlanPreview, { ok: true }> }) {
  return (
    <>
      <p className="font-semibold text-title">
        {mayBeMore ? 'At least ' : ''}
        {matchesWords(matches)}
        {endless ? ' a day' : ''}
      </p>
      <p className="text-ink-2">
        {seconds === null
          ? 'How long they take is not known: nothing like it was played here yet.'
          : `About ${durationWords(seconds)}, at the pace of the last one like it.`}
      </p>
      {mayBeMore ? <p className="text-ink-2">Entrants of one owner who meet play apart, which is a match for each.</p> : null}
      <p className="mt-2">
        {FORMAT_WORDS[plan.format].title} of {plan.entrants.length}
        {stages > 1 ? ` in ${stages} ${plan.format === 'league' ? 'days' : 'rounds'}` : ''}, {plan.tableSize} at a table, {plan.worlds}{' '}
        {plan.worlds === 1 ? 'world' : 'worlds'} a meeting
        {plan.rotation === 'full' ? ', in every seating' : ''}; {RANGE_WORDS[plan.source.range]}
        {plan.source.range === 'season' ? '' : ` from ${plan.source.from}`}.
      </p>
    </>
  );
}
