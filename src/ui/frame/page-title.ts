import type { Metadata } from 'next';
import { headers } from 'next/headers';

/** The tab title of a page about one thing: its name, which the server put into the request (`start/mark-page`), or else its kind. */
export async function pageTitle(kind: string, page?: string): Promise<Metadata> {
  const told = (await headers()).get('x-mandi-title');
  const name = told === null ? kind : decodeURIComponent(told);
  return { title: page === undefined ? name : `${page}: ${name}` };
}
