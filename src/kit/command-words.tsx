import { Fragment } from 'react';

/** A command that breaks between words and after commas of a list, never after a hyphen. */
export function CommandWords({ command }: { command: string }) {
  return command.split(' ').map((word, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
    <Fragment key={place}>
      {place > 0 ? ' ' : ''}
      {word.split(/(?<=,)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </Fragment>
  ));
}
