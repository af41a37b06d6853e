'use client';
import type { BenchmarkSlots } from '~/contract/screens';
import { Section } from '~/kit/panel';
import { ActionSpace, RewardColumns } from './action-space';
import { FarmingNote } from './farming-note';
import { figuresOf } from './figures';
import { GlancePanels } from './glance-panels';
import { Provenance } from './provenance';
import { PublishedModels } from './published-models';
import { agreementWords, PublishedTable } from './published-table';
import type { Reports } from './reports';
import { WhiskerFigure } from './whisker-figure';

/** The published benchmark of `classic`. Reports are those of this ruleset. */
export const benchmark: BenchmarkSlots = {
  hasFigures: (reports) => figuresOf(reports as Reports).length > 0,
  Results: ({ reports, titleOf }) => <Results reports={reports as Reports} titleOf={titleOf} />,
  Catalog: ({ actions, rewardColumns }) => (
    <>
      <ActionSpace actions={actions} />
      <RewardColumns columns={rewardColumns} />
    </>
  ),
  Glance: ({ reports }) => <GlancePanels figures={figuresOf(reports as Reports).filter((figure) => figure.split === 'holdout')} />,
};

function Results({ reports, titleOf }: { reports: Reports; titleOf: (task: string) => string }) {
  const figures = figuresOf(reports);
  return (
    <div className="space-y-10">
      <Section title="Scores">
        <WhiskerFigure reports={reports} titleOf={titleOf} />
      </Section>
      <FarmingNote figures={figures} />
      <Section title="Against the published figures" note={agreementWords(figures)}>
        <div className="space-y-6">
          <PublishedTable figures={figures} />
          <PublishedModels />
        </div>
      </Section>
      <Provenance reports={reports} />
    </div>
  );
}
