// The scripts that a browser loads to show a page first, gzipped, without those that only browsers without modules load.
//   node scripts/bundle-size.mjs [page ...] of the built site (npm run build); without a page: all prerendered pages
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUILD = fileURLToPath(new URL('../.next', import.meta.url));

/** `page`: its route, `/` for home. Returns each script with its gzipped size (level 9) in bytes, in page order. */
export function scriptsOf(page, build = BUILD) {
  const html = readFileSync(join(build, 'server', 'app', page === '/' ? 'index.html' : `${page.slice(1)}.html`), 'utf8');
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)].filter(([tag]) => !/\bnomodule\b/i.test(tag));
  const files = [...new Set(tags.map(([, address]) => decodeURI(address.replace(/^.*\/_next\//, '').replace(/\?.*$/, ''))))];
  if (files.length === 0) throw new Error(`${page} loads no scripts: the site was built in a form that this cannot read.`);
  return files.map((file) => ({ file, bytes: gzipSync(readFileSync(join(build, file)), { level: 9 }).length }));
}

export function totalOf(scripts) {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}

function pagesIn(build) {
  const folder = join(build, 'server', 'app');
  if (!existsSync(folder)) throw new Error('The site is not built: npm run build.');
  const files = readdirSync(folder, { recursive: true }).map((file) => relative(folder, join(folder, String(file))).replaceAll('\\', '/'));
  const pages = files
    .filter((file) => file.endsWith('.html') && !file.startsWith('_'))
    .map((file) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`);
  return pages.sort();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const asked = process.argv.slice(2);
  for (const page of asked.length > 0 ? asked : pagesIn(BUILD)) {
    const scripts = scriptsOf(page);
    console.log(`${(totalOf(scripts) / 1000).toFixed(1).padStart(7)} kB  ${page}`);
    if (asked.length > 0) for (const { file, bytes } of scripts) console.log(`${(bytes / 1000).toFixed(1).padStart(9)} kB  ${file}`);
  }
}
