/** Invisible characters and characters that affect the text around them. In a name, they make it look like another one. */

/** Controls, line ends, lone surrogates, direction marks, joiners, tags, variation selectors, private-use characters. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Emoji according to Unicode. Some contain joiners and selectors that are invisible elsewhere. */
const EMOJI_LISTED = '\\p{RGI_Emoji}';
const EMOJI = new RegExp(EMOJI_LISTED, 'gv'); // not a literal: the type checker's target does not support the flag v

/** Each once, as `U+202E`. Those that are part of an emoji are ignored. */
export function unseenIn(text: string): string[] {
  const found = text.replace(EMOJI, '').match(UNSEEN) ?? [];
  return [...new Set(found.map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`))];
}

/** The text without any of them, including those in emoji. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}
