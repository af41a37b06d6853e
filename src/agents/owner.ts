import { lookAlikeKeys } from '~/lib/text/look-alike';

/** One owner is one however the name is spaced, and whichever letters that look alike it is written with (UTS 39). */
export function isOneOwner(one: string, other: string): boolean {
  return hasOwnerTwice([one, other]);
}

/** Is one of these an owner twice? null: none is known. */
export function hasOwnerTwice(owners: readonly (string | null)[]): boolean {
  const keys = owners.filter((owner) => owner !== null).map(lookAlikeKeys);
  return [0, 1, 2].some((kind) => new Set(keys.map((both) => both[kind])).size < keys.length);
}
