/** Removes line ends and control characters from a message, because a terminal would interpret them. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
