import { docFiles, readDoc, sectionsOf } from '../read-docs';

/** Generated when the site is built, so that visitors cannot trigger it. */
export const dynamic = 'force-static';

export function GET(): Response {
  const docs = [...docFiles().keys()].map((slug) => readDoc(slug));
  return Response.json(docs.flatMap((doc) => (doc === null ? [] : sectionsOf(doc))));
}
