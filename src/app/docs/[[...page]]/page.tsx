import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import type { ComponentProps, ReactElement } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { CodeBlock } from '~/kit/code-block';
import { DocsSearch } from '../docs-search';
import { type Doc, docFiles, pictureAddress, readDoc, resolveLink } from '../read-docs';

interface Props {
  params: Promise<{ page?: string[] }>;
}

/** Only known addresses are rendered; unknown ones would fill a cache. */
export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await docAt(params))?.title ?? 'Page not found' };
}

export default async function DocsPage({ params }: Props) {
  const doc = await docAt(params);
  if (doc === null) notFound();
  return <DocPage doc={doc} />;
}

async function docAt(params: Props['params']) {
  return readDoc(((await params).page ?? []).join('/'));
}

/** A document of the checkout as a page, with the search at the top. */
function DocPage({ doc }: { doc: Doc }) {
  // Its type uses a global JSX that React no longer declares.
  const body = toJsxRuntime(doc.tree, { Fragment, jsx, jsxs, passNode: true, components: componentsFor(doc) }) as ReactElement;
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 outline-none sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-6">
        {doc.slug === '' ? null : (
          <Link href="/docs" className={LINK}>
            All documents
          </Link>
        )}
        <DocsSearch />
      </div>
      <article className="doc">{body}</article>
    </main>
  );
}

const LINK = 'text-accent text-small underline-offset-2 hover:underline';

type NodeProps<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & { node?: unknown };

function componentsFor(doc: Doc): Partial<Components> {
  const files = docFiles();
  return {
    a({ href = '', children }: NodeProps<'a'>) {
      const target = resolveLink(doc.file, href, files);
      if (target === null) return <span>{children}</span>;
      if (!target.startsWith('/')) return <a href={target}>{children}</a>;
      return <Link href={target}>{children}</Link>;
    },
    // Commands can be copied; the box scrolls on a narrow screen.
    pre({ node }: NodeProps<'pre'>) {
      const text = textIn(node).replace(/\n$/, '');
      return <CodeBlock label={`Example: ${text.split('\n')[0] ?? ''}`} code={text} />;
    },
    table({ children }: NodeProps<'table'>) {
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <div tabIndex={0} className="overflow-x-auto">
          <table>{children}</table>
        </div>
      );
    },
    img({ src = '', alt = '' }: Omit<NodeProps<'img'>, 'src'> & { src?: string }) {
      const address = pictureAddress(src);
      if (address === null) return <span>{alt}</span>;
      return (
        <a href={address} title="Open the picture">
          {/* biome-ignore lint/performance/noImgElement: its size is not known before it is read, and it needs no other sizes */}
          <img src={address} alt={alt} loading="lazy" className="h-auto max-w-full rounded-lg border" />
        </a>
      );
    },
  };
}

function textIn(node: unknown): string {
  const { value, children } = node as { value?: string; children?: unknown[] };
  return value ?? (children ?? []).map(textIn).join('');
}
