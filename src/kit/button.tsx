import { clsx } from 'clsx';
import Link from 'next/link';
import type { ComponentProps } from 'react';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none transition-colors duration-150 disabled:opacity-55 aria-disabled:opacity-55';

const LOOKS: Record<Look, string> = {
  primary: 'border-accent bg-accent text-on-accent enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover',
  plain:
    'border-line-strong bg-panel text-ink enabled:hover:border-accent enabled:hover:text-accent [a&]:hover:border-accent [a&]:hover:text-accent',
  quiet:
    'border-transparent bg-transparent aria-pressed:bg-sunk aria-pressed:text-ink text-ink-2 enabled:hover:bg-sunk enabled:hover:text-ink [a&]:hover:bg-sunk [a&]:hover:text-ink',
  danger: 'border-red bg-panel text-red enabled:hover:bg-red-wash',
};

const SIZES = { normal: 'h-9 px-3.5 text-small', small: 'h-7 px-2.5 text-small', icon: 'size-8 text-small' };

interface Style {
  look?: Look;
  size?: keyof typeof SIZES;
}

export function Button({ look = 'plain', size = 'normal', className, type = 'button', ...rest }: ComponentProps<'button'> & Style) {
  return <button type={type} className={clsx(BASE, LOOKS[look], SIZES[size], className)} {...rest} />;
}

export function ButtonLink({ look = 'plain', size = 'normal', className, ...rest }: ComponentProps<typeof Link> & Style) {
  return <Link className={clsx(BASE, LOOKS[look], SIZES[size], className)} {...rest} />;
}
