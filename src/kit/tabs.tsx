'use client';
import * as Radix from '@radix-ui/react-tabs';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Tab {
  id: string;
  title: ReactNode;
  content: ReactNode;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onValue: (value: string) => void;
  className?: string;
}

export function Tabs({ label, tabs, value, onValue, className }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onValue} className={className}>
      <Radix.List aria-label={label} className="flex gap-1 border-b max-sm:overflow-x-auto max-sm:overflow-y-hidden">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={clsx(TRIGGER)}>
            {tab.title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-3">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

const TRIGGER =
  '-mb-px h-9 shrink-0 whitespace-nowrap border-b-2 border-transparent px-3 text-small text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink';
