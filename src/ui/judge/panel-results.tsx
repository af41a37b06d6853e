import type { PanelAnswer } from '~/api/judge/types';
import { roundShown } from '~/games/screens';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { type Column, Table } from '~/kit/table';
import { estimateLabel } from './estimate-labels';

type Results = NonNullable<PanelAnswer['results']>;
type PitchResult = Results['pitches'][number];

interface Props {
  panel: PanelAnswer;
  results: Results;
  /** A text with names instead of ids. */
  named: (text: string) => string;
}

/** Marks by pitch, and agreement of judges with each other and with the rule judge. */
export function PanelResults({ panel, results, named }: Props) {
  return (
    <>
      <Section title="How far the judges agree" note={basisLabel(results)}>
        {isEnough(results) ? <AgreementTable panel={panel} results={results} /> : null}
      </Section>
      <Section
        title="Marks"
        note={`Means over judges, from ${panel.lowest} to ${panel.highest}. The rule judge scores from 0 to 1.${panel.closed ? '' : ' Only you, the host, see this before the panel is closed.'}`}
      >
        {results.pitches.length === 0 ? (
          <p className="text-small text-ink-2">Nobody has pitched yet.</p>
        ) : (
          <Table
            caption="Pitches with the means of their marks and the rule judge’s scores"
            columns={columnsFor(panel, named)}
            rows={results.pitches}
            rowKey={({ round, labId }) => `${round} ${labId}`}
          />
        )}
      </Section>
    </>
  );
}

interface Line {
  what: string;
  means: string;
  figure: string;
}

function AgreementTable({ panel, results: { agreement } }: { panel: PanelAnswer; results: Results }) {
  const lines: Line[] = [
    ...panel.criteria.map(({ id, title }) => ({
      what: `Krippendorff’s α, ${title.toLowerCase()}`,
      means: '1 is full agreement, 0 is no better than random',
      figure: estimateLabel(agreement.alpha[id]),
    })),
    {
      what: 'Spearman’s ρ between judges, overall',
      means: 'mean over pairs: how similarly they rank',
      figure: estimateLabel(agreement.spearman),
    },
    {
      what: 'Kendall’s τ-b between judges, overall',
      means: 'the same, based on pairs of pitches',
      figure: estimateLabel(agreement.kendall),
    },
    {
      what: 'Spearman’s ρ with the rule judge',
      means: `mean overall mark against its score, ${agreement.withRuleJudge.pitches} pitches`,
      figure: estimateLabel(agreement.withRuleJudge),
    },
  ];
  const columns: Column<Line>[] = [
    { key: 'what', head: 'Figure', cell: ({ what }) => what },
    { key: 'means', head: 'Meaning', className: 'text-ink-2', cell: ({ means }) => means },
    { key: 'figure', head: 'Value, 95% interval', align: 'right', className: 'whitespace-nowrap', cell: ({ figure }) => figure },
  ];
  return <Table caption="Agreement between judges" columns={columns} rows={lines} rowKey={({ what }) => what} className="max-w-4xl" />;
}

function isEnough({ agreement: { judges, pitches } }: Results): boolean {
  return judges >= 2 && pitches >= 2;
}

function basisLabel(results: Results): string {
  const { judges, pitches, bootstrap } = results.agreement;
  const sofar = judges === 0 ? 'nobody' : counted(judges, 'judge');
  if (!isEnough(results)) return `This needs two judges who marked the same two pitches. So far ${sofar} gave marks.`;
  const percent = Math.round(bootstrap.level * 100);
  return `${counted(judges, 'judge')}, ${counted(pitches, 'pitch')} with marks from two or more. ${percent}% intervals by ${bootstrap.resamples} resamples of pitches; a dash where too little varies.`;
}

function counted(count: number, what: 'judge' | 'pitch'): string {
  return `${count} ${count === 1 ? what : what === 'pitch' ? 'pitches' : 'judges'}`;
}

function columnsFor({ criteria, card }: PanelAnswer, named: Props['named']): Column<PitchResult>[] {
  return [
    { key: 'round', head: 'Round', align: 'right', cell: ({ round }) => roundShown(card.key, round) },
    {
      key: 'lab',
      head: 'Lab',
      cell: ({ labId, player }) => (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <SeatChip seat={labId} named />
          <span className="text-ink-2">{player}</span>
        </span>
      ),
    },
    { key: 'judges', head: 'Judges', align: 'right', cell: ({ judges }) => judges },
    ...criteria.map(
      ({ id, title }): Column<PitchResult> => ({ key: id, head: title, align: 'right', cell: ({ means }) => markLabel(means[id]) }),
    ),
    { key: 'rule', head: 'Rule judge', align: 'right', className: 'whitespace-nowrap', cell: ({ ruleScore }) => formatFixed(ruleScore, 2) },
    {
      key: 'text',
      head: 'Pitch',
      className: 'min-w-64',
      cell: ({ text }) => <span className="whitespace-pre-wrap break-words">{named(text)}</span>,
    },
  ];
}

function markLabel(mean: number | null): string {
  return mean === null ? '–' : formatFixed(mean, 1);
}
