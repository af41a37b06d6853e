import { lookAlikeKeys } from '~/lib/text/look-alike';

/** Compares owner names, ignoring spaces and look-alike letters (UTS 39). */
export function isOneOwner(one: string, other: string): boolean {
  return hasOwnerTwice([one, other]);
}

/** Whether an owner occurs twice. null: owner unknown. */
export function hasOwnerTwice(owners: readonly (string | null)[]): boolean {
  const keys = owners.filter((owner) => owner !== null).map(lookAlikeKeys);
  return [0, 1, 2].some((kind) => new Set(keys.map((both) => both[kind])).size < keys.length);
}
