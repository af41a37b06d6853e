/** One owner is one however the name is spaced and whatever letters are large. null: none is known. */
export function ownerKey(owner: string | null): string | null {
  return owner?.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase() ?? null;
}
