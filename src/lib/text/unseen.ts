/** Characters that show nothing, or that turn the text around them: in a name, they make it look like another one. */

/** Controls, line ends, halves of surrogate pairs, marks of direction, joiners, tags, variation selectors, private characters. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Emoji as Unicode lists them: some are joined or colored by characters that show nothing elsewhere. */
const EMOJI_LISTED = '\\p{RGI_Emoji}';
const EMOJI = new RegExp(EMOJI_LISTED, 'gv'); // no literal: the flag v is newer than the target that types are checked for

/** Each of them once, as `U+202E`; those that are part of an emoji are not among them. */
export function unseenIn(text: string): string[] {
  const found = text.replace(EMOJI, '').match(UNSEEN) ?? [];
  return [...new Set(found.map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`))];
}

/** The same text without any of them, emoji too. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}
