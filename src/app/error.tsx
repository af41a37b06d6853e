'use client';
import { Button, ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { ErrorNote } from '~/kit/states';

export default function ScreenError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Page title="Something went wrong" width="text">
      <ErrorNote
        title="Part of this page could not be shown."
        action={
          <>
            <Button look="primary" onClick={reset}>
              Reload this part
            </Button>
            <ButtonLink href="/">Home</ButtonLink>
          </>
        }
      >
        Your matches are safe. Reload the page; if this keeps happening, report the line below.
        <span className="code mt-1 block text-ink-2">{error.message}</span>
      </ErrorNote>
    </Page>
  );
}
