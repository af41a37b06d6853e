'use client';
import * as Radix from '@radix-ui/react-tooltip';
import type { ReactElement, ReactNode } from 'react';

interface Props {
  content: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One focusable element. */
  children: ReactElement;
}

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  );
}

/** Opens on hover and on focus. Its content must also be available elsewhere. */
export function Tooltip({ content, side = 'top', children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="no-print z-50 max-w-80 rounded-md border border-line-strong bg-panel px-2.5 py-1.5 text-small text-ink shadow-[0_4px_16px_var(--shade)]"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
