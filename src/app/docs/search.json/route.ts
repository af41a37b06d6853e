import { docFiles, readDoc, sectionsOf } from '../read-docs';

/** Made when the site is built: no visitor waits for it, and none can make the server do it again. */
export const dynamic = 'force-static';

export function GET(): Response {
  const docs = [...docFiles().keys()].map((slug) => readDoc(slug));
  return Response.json(docs.flatMap((doc) => (doc === null ? [] : sectionsOf(doc))));
}
