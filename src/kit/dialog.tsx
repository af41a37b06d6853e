'use client';
import * as Radix from '@radix-ui/react-dialog';
import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import { X } from './icons';

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** `wide`: for tables. */
export function Dialog({ open, onOpen, title, note, wide = false, children }: Props & { wide?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpen}>
      <Radix.Portal>
        <Radix.Overlay className="no-print fixed inset-0 z-40 bg-[oklch(0.15_0.02_262/0.5)]" />
        <Radix.Content
          ref={box}
          onOpenAutoFocus={(event) => {
            // Focuses the dialog itself so that it starts at its heading. On a small screen, scrolling to the first field would hide it.
            event.preventDefault();
            box.current?.focus({ preventScroll: true });
            box.current?.scrollTo({ top: 0 });
          }}
          {...(note ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            wide ? 'w-[min(48rem,calc(100vw-2rem))]' : 'w-[min(34rem,calc(100vw-2rem))]',
            'no-print fixed top-[12vh] left-1/2 z-50 max-h-[80vh] -translate-x-1/2 overflow-y-auto rounded-lg border outline-none [overflow-anchor:none] border-line-strong bg-panel p-5 [--behind:var(--panel)] shadow-[0_12px_48px_var(--shade)]',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="font-semibold text-title">{title}</Radix.Title>
            <Radix.Close className="grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunk" aria-label="Close">
              <X size={16} aria-hidden />
            </Radix.Close>
          </div>
          {note ? <Radix.Description className="mt-1 text-small text-ink-2">{note}</Radix.Description> : null}
          <div className="mt-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A sheet at the right edge; the rest of the page stays usable. On a phone, it covers the page or, with `low`, its lower half. */
export function Drawer({ open, onOpen, title, low = false, children }: Omit<Props, 'note'> & { low?: boolean }) {
  return (
    <Radix.Root open={open} onOpenChange={onOpen} modal={false}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          className={clsx(
            'no-print fixed right-0 bottom-0 z-40 w-full overflow-y-auto border-line-strong bg-paper px-5 pb-8 shadow-[0_12px_48px_var(--shade)] outline-none sm:top-0 sm:w-[26rem] sm:border-l',
            low ? 'max-sm:max-h-[55dvh] max-sm:rounded-t-lg max-sm:border-t' : 'top-0',
          )}
        >
          <div className="sticky top-0 z-10 -mx-5 mb-4 flex h-12 items-center justify-between gap-4 border-b bg-paper px-5">
            <Radix.Title className="font-semibold text-title">{title}</Radix.Title>
            <Radix.Close className="grid size-9 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunk" aria-label="Close">
              <X size={16} aria-hidden />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
