'use client';
import { useQuery } from '@tanstack/react-query';
import MiniSearch from 'minisearch';
import Link from 'next/link';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import type { DocSection } from './read-docs';

const MOST = 12;

/** Searches all documents in the browser. The text is loaded when someone starts to search. */
export function DocsSearch() {
  const [wanted, setWanted] = useState('');
  const [isUsed, setUsed] = useState(false);
  const asked = useDeferredValue(wanted.trim());
  const sections = useQuery({
    queryKey: ['docs', 'search'],
    enabled: isUsed,
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn(): Promise<DocSection[]> {
      const answer = await fetch('/docs/search.json');
      if (!answer.ok) throw new Error(`the search has no text (${answer.status})`);
      return (await answer.json()) as DocSection[];
    },
  });
  const find = useMemo(() => sections.data && searcherOf(sections.data), [sections.data]);
  const found = find && asked !== '' ? find(asked) : null;
  return (
    <search className="relative w-full sm:w-80">
      <TextField
        label="Search the docs"
        type="search"
        value={wanted}
        onFocus={() => setUsed(true)}
        onChange={(event) => {
          setUsed(true);
          setWanted(event.target.value);
        }}
      />
      {asked === '' ? null : (
        <div className="absolute inset-x-0 z-20 mt-1 max-h-[70vh] overflow-y-auto rounded-md border bg-panel p-1 shadow-lg">
          {sections.isError ? (
            <p role="alert" className="p-2 text-small">
              The documents could not be loaded. <Button onClick={() => sections.refetch()}>Try again</Button>
            </p>
          ) : found === null ? (
            <p className="p-2 text-ink-2 text-small">Loading the documents…</p>
          ) : (
            <>
              <p role="status" className="sr-only">
                {found.length === 1 ? '1 place' : `${found.length} places`}
              </p>
              {found.length === 0 ? <p className="p-2 text-small">No results for “{asked}”. Try another word.</p> : null}
              <ul>
                {found.map(({ id, href, page, heading, text }) => (
                  <li key={id}>
                    <Link href={href} onClick={() => setWanted('')} className="block rounded px-2 py-1.5 text-small hover:bg-sunk">
                      <span className="font-medium">{heading}</span>
                      {heading === page ? null : <span className="text-ink-2"> · {page}</span>}
                      <span className="block truncate text-ink-2">{text}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </search>
  );
}

/** Matches words, prefixes and small typos; headings count more. */
function searcherOf(sections: readonly DocSection[]): (asked: string) => DocSection[] {
  const index = new MiniSearch<DocSection>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(sections);
  const byId = new Map(sections.map((section) => [section.id, section]));
  return (asked) =>
    index
      .search(asked)
      .slice(0, MOST)
      .flatMap(({ id }) => byId.get(String(id)) ?? []);
}
