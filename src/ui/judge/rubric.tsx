import type { PanelAnswer } from '~/api/judge/types';
import { Section } from '~/kit/panel';

/** The questions, shown once for all pitches; each row of marks refers to its question. */
export function Rubric({ panel: { criteria, lowest, highest } }: { panel: PanelAnswer }) {
  return (
    <Section
      title="What to mark"
      note={`Marks from ${lowest}, not at all, to ${highest}, fully. Judge only the words, because you cannot see the facts.`}
    >
      <dl className="grid max-w-4xl gap-x-4 gap-y-2 text-small sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1">
        {criteria.map(({ id, title, asks }) => (
          <div key={id} className="contents">
            <dt className="font-medium max-sm:-mb-2">{title}</dt>
            <dd id={questionId(id)} className="text-ink-2">
              {asks}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function questionId(criterion: string): string {
  return `asks-${criterion}`;
}
