'use client';
import { useQuery } from '@tanstack/react-query';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { useTRPC } from '~/ui/trpc';
import { useOrigin } from '~/ui/use-origin';
import { CodeBlock } from './code-block';
import { type Door, doorsAt } from './doors';
import { Downloads } from './downloads';

/** What the examples say until the browser knows where it is. */
const USUAL_ORIGIN = 'http://127.0.0.1:3000';

export function DoorsScreen() {
  const trpc = useTRPC();
  const origin = useOrigin(USUAL_ORIGIN);
  const newest = useQuery(trpc.match.list.queryOptions({ limit: 1, status: ['finished'] }));
  const doors = doorsAt({ origin, matchId: newest.data?.items[0]?.id ?? null });
  return (
    <Page
      title="Doors and downloads"
      lead="Every way for a program into this Mandi, each with an example that runs as it stands, and every match as files."
    >
      <nav aria-label="On this page" className="mb-8 flex flex-wrap gap-x-5 gap-y-1 text-small">
        {[...doors.map(({ id, title }) => ({ id: `door-${id}`, title })), { id: 'matches', title: 'Matches as files' }].map(
          ({ id, title }) => (
            <a key={id} href={`#${id}`} className="text-accent underline-offset-2 hover:underline">
              {title}
            </a>
          ),
        )}
      </nav>
      <div className="space-y-8">
        {doors.map((door) => (
          <DoorSection key={door.id} door={door} />
        ))}
        <div id="matches" className="scroll-mt-4">
          <Downloads />
        </div>
      </div>
    </Page>
  );
}

/** Between backticks stands what a program reads. */
function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="code">
        {part}
      </span>
    ),
  );
}

function DoorSection({ door }: { door: Door }) {
  return (
    <div id={`door-${door.id}`} className="scroll-mt-4">
      <Section title={door.title}>
        <div className="grid gap-x-12 gap-y-3 lg:items-start lg:grid-cols-[18rem_minmax(0,1fr)]">
          <div className="wrap-anywhere min-w-0 space-y-2 text-small">
            <p>
              <WithCode text={door.summary} />
            </p>
            <p className="text-ink-2">It prints: {door.prints}</p>
          </div>
          <CodeBlock label={`Example: ${door.title}`} code={door.code} note={door.how} />
        </div>
      </Section>
    </div>
  );
}
