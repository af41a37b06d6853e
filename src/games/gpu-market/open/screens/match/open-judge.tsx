'use client';
import { memo } from 'react';
import { Badge } from '~/kit/badge';
import { formatFixed, formatNumber } from '~/kit/format';
import { Check, X } from '~/kit/icons';
import { naming } from '~/kit/lighting';
import { labelled, type NamedThings } from '~/kit/names';
import { Private } from '~/kit/number';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { Sentence } from '~/kit/sentence';
import { type Column, Table } from '~/kit/table';
import { judgeScore } from '../../../judge-score';
import { OPEN_LABS } from '../../../screens/lab-names';
import { PitchRow } from '../../../screens/pitch-row';
import type { WireVerdict } from '../../shared/observation';
import type { OpenMarketView } from '../../shared/told/view';
import { namesIn } from '../seat/names';

type Pitch = WireVerdict['pitches'][number];

/** From version 2 on, the rule judge's prize goes by what the block adds to a lab's own best plan. */
function noteOf({ ruleset_version, judge_mode }: OpenMarketView): string {
  if (judge_mode !== 'rule' || ruleset_version < 2)
    return 'Scored from 0 to 1 for true facts and for what the block would bring. The best one wins the round’s spare block if it scores at least 0.5. Style and length earn nothing.';
  return 'Scored from 0 to 1 by what the block adds to the lab’s own best plan, if the pitch states two true facts of a job. The highest score above 0 wins the round’s spare block. Style and length earn nothing.';
}

/** Every pitch round's pitches: score, reason, and each claim compared with the facts, if visible. */
export const OpenJudge = memo(
  function OpenJudge({ view }: { view: OpenMarketView }) {
    if (view.judge_mode === 'off') return null;
    const names = namesIn(view);
    const heard = view.verdicts.filter((verdict) => verdict.pitches.length > 0).toReversed();
    return (
      <Section title="Pitches before the judge" note={noteOf(view)}>
        {view.pitch_for_block_id ? (
          <p className="mb-3 text-small">
            This round’s pitches are about{' '}
            <span className="code" {...naming('block', view.pitch_for_block_id)}>
              {labelled(view.pitch_for_block_id, names)}
            </span>
            .
          </p>
        ) : null}
        {heard.length === 0 ? (
          <p className="text-ink-2 text-small">
            {view.finished
              ? 'Nobody pitched in this match.'
              : 'Nobody has pitched yet. Pitches are judged in rounds 3, 6 and so on, but not in the last two rounds.'}
          </p>
        ) : (
          <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
            <ol className="order-2 flex min-w-0 flex-col lg:order-1">
              {heard.map((verdict, place) => (
                <li key={verdict.round_index} className="border-b last:border-0">
                  <Verdict verdict={verdict} names={names} newest={place === 0} />
                </li>
              ))}
            </ol>
            <History view={view} />
          </div>
        )}
      </Section>
    );
  },
  (a, b) =>
    a.view.verdicts === b.view.verdicts && a.view.pitch_for_block_id === b.view.pitch_for_block_id && a.view.finished === b.view.finished,
);

function Verdict({ verdict, names, newest }: { verdict: WireVerdict; names: NamedThings; newest: boolean }) {
  const pitches = verdict.pitches.toSorted((a, b) => b.score - a.score);
  return (
    <details open={newest} className="py-2">
      <summary className="text-small">
        <span className="num mr-3 font-semibold">Round {verdict.round_index}</span>
        {verdict.winner_lab_id ? (
          <>
            <SeatChip seat={verdict.winner_lab_id} named /> won{' '}
          </>
        ) : (
          'nobody won '
        )}
        <span className="code" {...naming('block', verdict.block_id)}>
          {labelled(verdict.block_id, names)}
        </span>
        <span className="text-ink-2">
          , judged by {judgeWords(verdict.judge)}
          {doubtOf(verdict)}
        </span>
      </summary>
      <ul className="flex flex-col gap-2 pt-2">
        {pitches.map((pitch) => (
          <li key={pitch.lab_id}>
            <PitchRow pitch={pitch} won={pitch.lab_id === verdict.winner_lab_id} columns="sm:grid-cols-[4.5rem_9rem_minmax(0,1fr)]">
              <p className="break-words">
                {pitch.pitch ? <Quoted text={pitch.pitch} names={names} /> : <span className="text-ink-2">no words</span>}
              </p>
              {pitch.quote ? (
                <p className="text-ink-2">
                  quoted: <Quoted text={pitch.quote} names={names} />
                </p>
              ) : null}
              <p className="text-ink-2">{pitch.reason === null ? <Private what="The judge’s reason" /> : labelled(pitch.reason, names)}</p>
              {pitch.rule_score === undefined ? null : (
                <p className="text-ink-2 text-micro">the rule judge would have given {judgeScore(pitch.rule_score)}</p>
              )}
              <Claims claims={pitch.claims} names={names} />
            </PitchRow>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The rule judge by its name, a model by its own. */
function judgeWords(judge: string): string {
  return judge.startsWith('rule_judge') ? 'the rule judge' : judge;
}

/** Words of a pitch; things that they name by id have the names of the board. */
function Quoted({ text, names }: { text: string; names: NamedThings }) {
  return (
    <>
      “<Sentence text={text} names={names} />”
    </>
  );
}

const STAND_IN: Record<string, string> = {
  late: 'the model was late',
  broken: 'the model’s reply was unusable',
  failed: 'the model failed',
  absent: 'no model was available',
};

/** For a model judge: the difference between its two readings, or why the rule judge stood in. */
function doubtOf({ fallback, disagreement }: WireVerdict): string {
  if (fallback === undefined) return '';
  if (fallback !== null) return ` (${STAND_IN[fallback] ?? fallback}, so the rule judge decided)`;
  return disagreement === null || disagreement === undefined
    ? ''
    : `; its two readings of the pitches differ by at most ${formatFixed(disagreement, 2)}`;
}

/** The true value. There is none for jobs that are not the author's own open ones. */
function factWords({ verdict, fact }: NonNullable<Pitch['claims']>[number]): string {
  if (verdict) return '';
  return fact === null ? '; no open job of its own' : `; in truth ${formatNumber(fact)}`;
}

/** Which words make which claim, and whether it is true. */
function Claims({ claims, names }: Pick<Pitch, 'claims'> & { names: NamedThings }) {
  if (claims === null) return <p className="text-ink-3 text-micro">Only its author sees its claims until the match ends.</p>;
  if (claims.length === 0) return <p className="text-ink-2 text-micro">It claims nothing that can be checked.</p>;
  return (
    <ul aria-label="Claims" className="mt-1 flex flex-col gap-0.5">
      {claims.map((claim) => (
        <li key={`${claim.job_id} ${claim.field} ${claim.value} ${claim.quote ?? ''}`} className="flex flex-wrap items-center gap-x-2">
          <Badge tone={claim.verdict ? 'green' : 'red'}>
            {claim.verdict ? <Check size={11} aria-hidden /> : <X size={11} aria-hidden />}
            {claim.verdict ? 'true' : 'false'}
          </Badge>
          <span>
            <span className="code" {...naming('job', claim.job_id)}>
              {labelled(claim.job_id, names)}
            </span>{' '}
            {claim.field.replaceAll('_', ' ')} <span className="num">{formatNumber(claim.value)}</span>
          </span>
          <span className="text-ink-2">
            {claim.quote === null ? 'as submitted' : `read from “${claim.quote}”`}
            {factWords(claim)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Every lab's score in every pitch round. */
function History({ view }: { view: OpenMarketView }) {
  const labs = view.labs.filter((lab) => view.verdicts.some((verdict) => verdict.pitches.some((pitch) => pitch.lab_id === lab.lab_id)));
  const columns: Column<{ lab_id: string }>[] = [
    { key: 'lab', head: 'Lab', cell: (lab) => <SeatChip seat={lab.lab_id} named /> },
    ...view.verdicts.map((verdict) => ({
      key: `round-${verdict.round_index}`,
      head: `round ${verdict.round_index}`,
      align: 'right' as const,
      cell: (lab: { lab_id: string }) => <ScoreCell verdict={verdict} labId={lab.lab_id} />,
    })),
  ];
  return (
    <section className="order-1 min-w-0 lg:order-2" aria-label="Scores round by round">
      <h3 className="font-semibold text-small">Round by round</h3>
      <p className="mb-1 text-micro text-ink-2">Each lab’s score. The winner’s is marked ★.</p>
      <Table caption="Scores of pitches by round" columns={columns} rows={labs} rowKey={(lab) => lab.lab_id} />
    </section>
  );
}

function ScoreCell({ verdict, labId }: { verdict: WireVerdict; labId: string }) {
  const pitch = verdict.pitches.find((one) => one.lab_id === labId);
  if (!pitch) return <span className="text-ink-3">–</span>;
  if (verdict.winner_lab_id !== labId) return judgeScore(pitch.score);
  return (
    <span className="font-semibold" title={`${OPEN_LABS.nameOf(labId)} won ${verdict.block_id}`}>
      ★ {judgeScore(pitch.score)}
    </span>
  );
}
