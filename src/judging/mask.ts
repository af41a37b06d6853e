/** Takes from a pitch what tells whose it is: the names of labs and players, and ids, which have the lab's number in them. */

export interface Names {
  /** The lab that speaks. */
  own: string;
  /** By lab: everything it is called besides its id. */
  called: Readonly<Record<string, readonly string[]>>;
}

const SHORTEST_NAME = 2;

/** The same pitch, with `[job 1]`, `[another lab’s job 1]`, `[block 1]`, `[this lab]` and `[another lab]` in the places of names. */
export function maskNames(text: string, { own, called }: Names): string {
  const counts = new Map<string, Map<string, number>>();
  const numbered = (kind: string, id: string) => {
    const known = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, known);
    const number = known.get(id) ?? known.size + 1;
    known.set(id, number);
    return `[${kind} ${number}]`;
  };
  const ownIndex = own.replace(/^lab_/, '');
  const withoutIds = text
    .replace(/\bj[_-](\d+)[_-][a-z0-9_]*[a-z0-9]/gi, (id: string, lab: string) =>
      numbered(lab === ownIndex ? 'job' : 'another lab’s job', id.toLowerCase().replaceAll('-', '_')),
    )
    .replace(/(?<![\w])(\d+)_(?:surge_)?\d+(?![\w])/gi, (id: string, lab: string) =>
      numbered(lab === ownIndex ? 'job' : 'another lab’s job', `j_${id.toLowerCase()}`),
    )
    .replace(/\bb_(?:grant|spot)_\d+\b/gi, '[the operator’s block]')
    .replace(/\bb_\d+_[a-z0-9_]+/gi, (id: string) => numbered('block', id.toLowerCase()))
    .replace(/\blab_\d+\b/gi, (id: string) => (id.toLowerCase() === own ? '[this lab]' : '[another lab]'));
  return namesByLength({ own, called }).reduce((masked, { name, mask }) => masked.replace(wordOf(name), mask), withoutIds);
}

/** Longer names first, so that "Lab A" does not spoil "Lab AB". */
function namesByLength({ own, called }: Names): { name: string; mask: string }[] {
  const all = Object.entries(called).flatMap(([lab, names]) =>
    names.map((name) => ({ name, mask: lab === own ? '[this lab]' : '[another lab]' })),
  );
  return all.filter(({ name }) => name.trim().length >= SHORTEST_NAME).sort((a, b) => b.name.length - a.name.length);
}

function wordOf(name: string): RegExp {
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // "Will" is somebody, "will" is not; labs are meant however they are written
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, name.startsWith('Lab ') ? 'giu' : 'gu');
}
