/**
 * The dataset card of an exported set for Hugging Face: lists the files and the type of each column, so that a column that is null in the
 * first file and text in a later one loads too (https://huggingface.co/docs/hub/datasets-cards).
 */
import { stringify } from 'yaml';
import type { Columns, Kind } from '~/lib/parquet/schema';
import { COLUMNS } from './columns';
import type { DatasetRequest, FileForm } from './request';

export const CARD = 'README.md';

const DTYPES = { text: 'string', whole: 'int64', number: 'float64', flag: 'bool', json: 'string' } as const;

/** The parts of a manifest that the card needs. */
export interface CardFacts {
  format: DatasetRequest['format'];
  form: FileForm;
  request: Pick<DatasetRequest, 'split'>;
  command: string;
  code: string;
  rulesets: Readonly<Record<string, { matches: number }>>;
  purpose: string;
  licence: string;
  rows: number;
  trainable: number;
}

export function cardOf({ format, form, request, command, code, rulesets, purpose, licence, rows, trainable }: CardFacts): string {
  const head = {
    license: licence.toLowerCase(),
    tags: ['mandi', 'negotiation', 'multi-agent'],
    configs: [{ config_name: 'default', data_files: [{ split: request.split, path: `part-*.${form}` }] }],
    dataset_info: { config_name: 'default', features: featuresOf(COLUMNS[format]) },
  };
  const rules = Object.entries(rulesets).map(([name, { matches }]) => `${name} (${matches} ${matches === 1 ? 'match' : 'matches'})`);
  return `---
${stringify(head)}---

# ${format}, ${rules.join(', ')}

${rows} ${rows === 1 ? 'row' : 'rows'}, ${trainable} of them trainable, for ${purpose}; written by Mandi ${code}. All counts, filters, versions and digests: \`manifest.json\`.

\`\`\`sh
${command}
\`\`\`
`;
}

function featuresOf(columns: Columns): object[] {
  return Object.entries(columns).map(([name, kind]) => ({ name, ...featureOf(kind) }));
}

function featureOf(kind: Kind): object {
  if (typeof kind === 'string') return { dtype: DTYPES[kind] };
  if ('fields' in kind) return { struct: featuresOf(kind.fields) };
  const { each } = kind;
  if (typeof each === 'string') return { list: DTYPES[each] };
  return { list: 'fields' in each ? featuresOf(each.fields) : featureOf(each) };
}
