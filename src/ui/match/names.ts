import type { AnyGameScreens } from '~/contract/screens';
import type { Thing } from '~/contract/shown';
import type { NamedThings } from '~/kit/names';

/** The things of a match, by the words used for them in sentences. */
export interface Names {
  /** With display names. */
  said: NamedThings;
  /** Only by id. */
  ids: NamedThings;
  /** For a heading. */
  titleOf(thing: Thing): string;
}

/** `view`: the newest, so that later things are included. */
export function namedThings(screens: AnyGameScreens, view: object | null): Names {
  const { thingsOf, labelOf } = screens.match;
  const ids = view ? thingsOf(view) : new Map<string, Thing>();
  const labelled = (thing: Thing) => (view ? (labelOf?.(view, thing) ?? null) : null);
  const said = new Map(
    [...ids].map(([word, thing]) => {
      const label = labelled(thing);
      return [word, label === null ? thing : { ...thing, label }] as const;
    }),
  );
  return {
    said,
    ids,
    titleOf: (thing) => labelled(thing) ?? (thing.kind === 'seat' ? screens.names.nameOf(thing.id) : `${thing.kind} ${thing.id}`),
  };
}
