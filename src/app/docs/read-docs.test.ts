import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GAMES } from '~/games/registry';
import { frontOf } from '~/games/screens';
import { docFiles, docPictures, pictureAddress, readDoc, resolveLink, sectionsOf } from './read-docs';

const files = docFiles();
const docs = [...files.keys()].map((slug) => {
  const doc = readDoc(slug);
  if (!doc) throw new Error(`"${slug}" is listed and not there`);
  return doc;
});

function linksIn(node: unknown): string[] {
  const { tagName, properties, children = [] } = node as { tagName?: string; properties?: { href?: unknown }; children?: unknown[] };
  return [...(tagName === 'a' ? [String(properties?.href)] : []), ...children.flatMap(linksIn)];
}

function picturesIn(node: unknown): { src: string; alt: string }[] {
  const {
    tagName,
    properties,
    children = [],
  } = node as {
    tagName?: string;
    properties?: { src?: string; alt?: string };
    children?: unknown[];
  };
  const own = tagName === 'img' ? [{ src: properties?.src ?? '', alt: properties?.alt ?? '' }] : [];
  return [...own, ...children.flatMap(picturesIn)];
}

describe('the documents of the site', () => {
  it('have an address each, a title, and an overview that leads to every guide', () => {
    expect(files.get('')).toBe('docs/README.md');
    expect(files.get('decisions')).toBe('docs/decisions/README.md');
    expect(files.get('contributing')).toBe('CONTRIBUTING.md');
    for (const { title, slug } of docs) expect(title, slug).not.toBe(slug);
    const led = new Set(linksIn(readDoc('')?.tree).map((href) => resolveLink('docs/README.md', href, files)));
    const guides = [...files.keys()].filter((slug) => slug !== '' && !slug.startsWith('decisions/'));
    expect(guides.filter((slug) => !led.has(`/docs/${slug}`))).toEqual([]);
  });

  it('have links that lead to a page and a heading that are there, or to a file of the checkout', () => {
    const anchors = new Set(docs.flatMap((doc) => sectionsOf(doc).map(({ href }) => href)));
    const lost = docs.flatMap(({ file, slug, tree }) =>
      linksIn(tree).flatMap((href) => {
        const target = resolveLink(file, href, files);
        if (target === null)
          return existsSync(new URL(href.split('#')[0] ?? '', new URL(`../../../${file}`, import.meta.url))) ? [] : [`${file}: ${href}`];
        const inside = target.startsWith('#') ? `/docs${slug === '' ? '' : `/${slug}`}${target}` : target;
        return inside.startsWith('/docs') && inside.includes('#') && !anchors.has(inside) ? [`${file}: ${href}`] : [];
      }),
    );
    expect(lost).toEqual([]);
  });

  it('are searched by section: what stands below a heading is found at its anchor', () => {
    const rules = readDoc('rules-open');
    if (!rules) throw new Error('there are no rules of open');
    const sections = sectionsOf(rules);
    expect(sections.length).toBeGreaterThan(10);
    expect(sections.every(({ href, heading }) => href.startsWith('/docs/rules-open#') && heading !== '')).toBe(true);
    expect(sections.some(({ text }) => text.includes('escrow'))).toBe(true);
  });

  it('show every picture of docs/images, described in words and small enough for a slow line', () => {
    const shown = docs.flatMap(({ file, tree }) => picturesIn(tree).map((picture) => ({ file, ...picture })));
    expect(shown.filter(({ src, alt }) => pictureAddress(src) === null || alt.length < 30)).toEqual([]);
    const text = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8') + shown.map(({ src }) => src).join(' ');
    const names = [...docPictures().keys()];
    expect(names.filter((name) => !text.includes(`images/${name}`))).toEqual([]);
    // The match moves: it has 22 pictures.
    const most = (name: string) => (name === 'match.webp' ? 500_000 : 150_000);
    const sizeOf = (name: string) => statSync(new URL(`../../../docs/images/${name}`, import.meta.url)).size;
    expect(names.filter((name) => sizeOf(name) > most(name))).toEqual([]);
  });

  it('hold the rules of every version of every game that people can see', () => {
    for (const { ref, test } of GAMES) {
      if (test) continue;
      const slug = frontOf(ref.key)?.rules?.[ref.version];
      expect(readDoc(slug ?? 'none'), `${ref.key}@${ref.version}: the rules that its front names (screens/front.ts)`).not.toBeNull();
    }
  });

  it('no other file can be asked for', () => {
    for (const slug of ['../package', '..%2fpackage', 'decisions/../../package', 'CHANGELOG', '__proto__', 'toString'])
      expect(readDoc(slug)).toBeNull();
  });
});
