import { Fragment } from 'react';

/** A command that breaks between its words only, never after a hyphen. */
export function CommandWords({ command }: { command: string }) {
  return command.split(' ').map((word, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
    <Fragment key={place}>
      {place > 0 ? ' ' : ''}
      <span className="whitespace-nowrap">{word}</span>
    </Fragment>
  ));
}
