import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Element, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

export interface Doc {
  /** Path below /docs; empty for the overview. */
  slug: string;
  /** From the root of the checkout, with slashes. */
  file: string;
  title: string;
  tree: Root;
}

/** A heading and the text up to the next one. */
export interface DocSection {
  id: string;
  /** Its address, with anchor. */
  href: string;
  page: string;
  heading: string;
  text: string;
}

/** Documents outside of docs/ that the guides link to. */
const AT_THE_ROOT = ['CONTRIBUTING.md', 'SECURITY.md'];

const reader = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSlug);

const read = new Map<string, Doc>();

let listed: ReadonlyMap<string, string> | null = null;

/** Each document's file, by its path below /docs. Listed once, so that visitors cause no directory reads. */
export function docFiles(): ReadonlyMap<string, string> {
  const inside = (folder: string) =>
    readdirSync(join(process.cwd(), folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  listed ??= new Map([...inside('docs'), ...inside('docs/decisions'), ...AT_THE_ROOT].map((file) => [slugOf(file), file]));
  return listed;
}

const PICTURE_TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', png: 'image/png', svg: 'image/svg+xml' };

let pictures: ReadonlyMap<string, string> | null = null;

/** The type of each picture in docs/images, by file name. Listed once, like the documents. */
export function docPictures(): ReadonlyMap<string, string> {
  pictures ??= new Map(
    readdirSync(join(process.cwd(), 'docs', 'images')).flatMap((name) => {
      const type = PICTURE_TYPES[name.split('.').at(-1) ?? ''];
      return type === undefined ? [] : [[name, type] as const];
    }),
  );
  return pictures;
}

/** Address of a document's picture; null if it is not served. */
export function pictureAddress(src: string): string | null {
  const name = /(?:^|\/)images\/([^/]+)$/.exec(src)?.[1];
  return name !== undefined && docPictures().has(name) ? `/docs/images/${name}` : null;
}

/** null if there is no such document. Each is parsed once, so changes show after the next start. */
export function readDoc(slug: string): Doc | null {
  const known = read.get(slug);
  if (known) return known;
  const file = docFiles().get(slug);
  if (file === undefined) return null;
  const tree = reader.runSync(reader.parse(readFileSync(join(process.cwd(), file), 'utf8')));
  const doc = { slug, file, title: titleOf(tree) ?? slug, tree };
  read.set(slug, doc);
  return doc;
}

/** Where a document's link leads in the product; null: to a file that is only in the checkout. */
export function resolveLink(from: string, href: string, files: ReadonlyMap<string, string>): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const slug = slugOf(normalize(join(dirname(from), path)));
  if (!files.has(slug)) return null;
  return `/docs${slug === '' ? '' : `/${slug}`}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The sections that the search covers. */
export function sectionsOf({ slug, title, tree }: Doc): DocSection[] {
  const sections: DocSection[] = [];
  const page = `/docs${slug === '' ? '' : `/${slug}`}`;
  for (const node of tree.children) {
    if (isHeading(node)) {
      const anchor = String(node.properties.id ?? '');
      sections.push({ id: `${slug}#${anchor}`, href: `${page}#${anchor}`, page: title, heading: textOf(node), text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text = `${section.text} ${'children' in node ? textOf(node) : ''}`.replace(/\s+/g, ' ').trim();
    }
  }
  return sections;
}

function slugOf(file: string): string {
  const path = file.replace(/\.md$/, '').replace(/^docs\/?/, '');
  return path.replace(/(^|\/)README$/, '').toLowerCase();
}

function titleOf(tree: Root): string | null {
  const heading = tree.children.find(isHeading);
  return heading ? textOf(heading) : null;
}

function isHeading(node: RootContent): node is Element {
  return node.type === 'element' && /^h[1-4]$/.test(node.tagName);
}
