'use client';
import { Button, ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { ErrorNote } from '~/kit/states';

export default function ScreenError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Page title="This screen broke" width="text">
      <ErrorNote
        title="A part of this screen could not be drawn"
        action={
          <>
            <Button look="primary" onClick={reset}>
              Draw it again
            </Button>
            <ButtonLink href="/">To the market</ButtonLink>
          </>
        }
      >
        No match is harmed by it: what is stored is stored. If drawing again does not help, tell us what you did and the line below.
        <span className="code mt-1 block text-ink-2">{error.message}</span>
      </ErrorNote>
    </Page>
  );
}
