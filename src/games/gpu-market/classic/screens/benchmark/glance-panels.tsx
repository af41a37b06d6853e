import { type WhiskerScale, whiskerScale } from '~/kit/charts/whisker-geometry';
import { WhiskerAxis, WhiskerPair } from '~/kit/charts/whiskers';
import { formatFixed } from '~/kit/format';
import { seedLabel } from '~/kit/seed-labels';
import { type Figure, policyOrder, taskOrder } from './figures';

/** The benchmark in short: holdout seeds, honest contestants and null policies, a small panel for each task. */
export function GlancePanels({ figures }: { figures: readonly Figure[] }) {
  const shown = figures.filter((figure) => figure.role !== 'farmer');
  const scale = whiskerScale(shown.map((figure) => figure.row));
  const [any] = shown;
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {taskOrder(shown).map((task) => (
          <GlancePanel key={task} task={task} figures={shown} scale={scale} />
        ))}
      </div>
      <p className="mt-3 text-small text-ink-2">
        Mean cumulative reward on holdout seeds {seedLabel(any?.row.seeds ?? '')}, n = {any?.row.n}; whiskers: 95% bootstrap interval.
      </p>
    </>
  );
}

function GlancePanel({ task, figures, scale }: { task: string; figures: readonly Figure[]; scale: WhiskerScale }) {
  return (
    <div className="min-w-0">
      <h3 className="code mb-1 text-small">{task}</h3>
      <ul>
        {policyOrder(figures).map(({ policy, role }) => {
          const here = figures.filter((figure) => figure.policy === policy && figure.task === task);
          return (
            <li key={policy} className="grid grid-cols-[8.5rem_minmax(0,1fr)_2.75rem] items-center gap-2 border-t py-1">
              <span className="truncate text-micro text-ink-2" title={policy}>
                {policy}
              </span>
              <WhiskerPair figures={here} scale={scale} role={role} />
              <span className="num text-right text-micro">{here[0] ? formatFixed(here[0].row.mean, 3) : '–'}</span>
            </li>
          );
        })}
      </ul>
      <div className="mr-[3.25rem] ml-36">
        <WhiskerAxis scale={scale} />
      </div>
    </div>
  );
}
