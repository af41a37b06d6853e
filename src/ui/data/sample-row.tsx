'use client';
import { z } from 'zod';

const messages = z.array(z.object({ role: z.string(), content: z.string() }));
const chat = z.looseObject({ messages });
const pair = z.looseObject({ prompt: messages, chosen: messages, rejected: messages });

type Messages = z.infer<typeof messages>;

/** A row as it will be written: what is said in it as text, the rest as JSON. */
export function SampleRow({ text, cut, number }: { text: string; cut: boolean; number: number }) {
  const value = cut ? null : (JSON.parse(text) as unknown);
  const asChat = chat.safeParse(value);
  const asPair = pair.safeParse(value);
  return (
    <li className="rounded-md border bg-panel p-3" aria-label={`Row ${number}`}>
      {asChat.success ? <Talk said={asChat.data.messages} rest={without(asChat.data, ['messages'])} /> : null}
      {asPair.success ? (
        <>
          <Talk said={asPair.data.prompt} />
          <Said title="Chosen" text={textOf(asPair.data.chosen)} />
          <Said title="Rejected" text={textOf(asPair.data.rejected)} />
          <Json value={without(asPair.data, ['prompt', 'chosen', 'rejected'])} />
        </>
      ) : null}
      {asChat.success || asPair.success ? null : <Json value={value ?? `${text} … (cut: the row is longer)`} />}
    </li>
  );
}

function Talk({ said, rest }: { said: Messages; rest?: object }) {
  return (
    <>
      {said.map(({ role, content }) => (
        <Said key={role} title={TITLES[role] ?? role} text={content} />
      ))}
      {rest ? <Json value={rest} /> : null}
    </>
  );
}

const TITLES: Readonly<Record<string, string>> = { system: 'System', user: 'Prompt', assistant: 'Action' };

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div className="mb-2">
      <p className="text-small text-ink-2">{title}</p>
      <Box label={title} text={text} />
    </div>
  );
}

function Json({ value }: { value: unknown }) {
  return <Box label="Fields" text={typeof value === 'string' ? value : JSON.stringify(value, null, 1)} />;
}

function Box({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="max-h-40 overflow-auto rounded bg-sunk p-2">
      <pre className="code whitespace-pre-wrap text-small [overflow-wrap:anywhere]">{text}</pre>
    </section>
  );
}

function textOf(said: Messages): string {
  return said.map(({ content }) => content).join('\n');
}

function without(row: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
