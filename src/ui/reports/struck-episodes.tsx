'use client';
import { useState } from 'react';
import { SelectField } from '~/kit/field';
import { EpisodesTable } from './episodes-table';
import { type Robustness, type Stress, stressWords } from './report';

interface Cell {
  task: string;
  stress: Stress;
}

/** Every episode of the grid, one of its cells at a time. */
export function StruckEpisodes({ id, robustness: { panels, seeds } }: { id: string; robustness: Robustness }) {
  const cells = cellsOf(panels);
  const [chosen, setChosen] = useState(Math.min(1, cells.length - 1));
  const cell = cells[chosen];
  if (!cell) return null;
  const { task, stress } = cell;
  const rows = panels
    .filter((panel) => panel.task === task && panel.kind === stress.kind)
    .flatMap(({ curves }) => curves)
    .flatMap(({ policy, points }) => points.filter(({ strikes }) => strikes === stress.strikes).map(({ scores }) => ({ policy, scores })));
  return (
    <div className="mb-6">
      <h3 className="font-semibold text-small">Every episode of the grid</h3>
      <p className="mb-3 text-small text-ink-2">A score opens the very episode as a match, with the shocks that struck it.</p>
      <SelectField
        label="Task and shocks"
        className="mb-4 max-w-sm"
        value={chosen}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {cells.map((one, at) => (
          <option key={cellWords(one)} value={at}>
            {cellWords(one)}
          </option>
        ))}
      </SelectField>
      <EpisodesTable id={id} caption={`Episodes of the grid: ${cellWords(cell)}`} task={task} seeds={seeds} rows={rows} stress={stress} />
    </div>
  );
}

/** Without shocks all kinds are one. */
function cellsOf(panels: Robustness['panels']): Cell[] {
  const cells = panels.flatMap(({ task, kind, curves }) =>
    (curves[0]?.points ?? []).map(({ strikes }) => ({ task, stress: { kind, strikes } })),
  );
  const words = cells.map(cellWords);
  return cells.filter((_, at) => words.indexOf(words[at] ?? '') === at);
}

function cellWords({ task, stress }: Cell): string {
  return `${task}, ${stressWords(stress)}`;
}
