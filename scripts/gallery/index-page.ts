/** The page that shows all pictures, and a text of what was found. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Shown {
  name: string;
  about: string;
  width: number;
  title: string;
  /** Names of files. */
  pictures: string[];
  faults: string[];
}

export function writeIndex(folder: string, all: readonly Shown[], note: string): void {
  const rows = all.map(
    ({ name, about, width, title, pictures, faults }) => `<section id="${name}-${width}">
<h2>${escaped(name)} <small>${width} px: ${escaped(about)}. Tab: ${escaped(title)}</small></h2>
<div>${pictures.map((file) => `<a href="${file}"><img loading="lazy" alt="${file}" src="${file}" width="${width > 800 ? 480 : 240}"></a>`).join('')}</div>
${faults.length === 0 ? '' : `<ul>${faults.map((fault) => `<li>${escaped(fault)}</li>`).join('')}</ul>`}</section>`,
  );
  const style =
    'body{font:14px system-ui;margin:24px;background:#eee}div{display:flex;gap:12px;align-items:start}img{border:1px solid #999}li{color:#a00}';
  const head = `<!doctype html><meta charset="utf-8"><title>Every screen</title><style>${style}</style><h1>Every screen</h1><p>${escaped(note)}</p>`;
  writeFileSync(join(folder, 'index.html'), head + rows.join('\n'));
  const lines = all.flatMap(({ name, width, title, faults }) => [
    `${name} ${width} px, tab "${title}"`,
    ...faults.map((fault) => `  ${fault}`),
  ]);
  writeFileSync(join(folder, 'faults.txt'), `${lines.join('\n')}\n`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
