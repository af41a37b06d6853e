'use client';
import type { ReactNode } from 'react';
import { TextField } from '~/kit/field';

interface Props {
  label: string;
  hint?: ReactNode;
  value: string;
  onValue: (value: string) => void;
  /** What is wrong with it, in words. */
  error?: string | null;
}

/** An amount in the market's money, typed with two decimals at most. */
export function MoneyField({ label, hint, value, onValue, error = null }: Props) {
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

/** The amount that was typed; an empty field is nothing; null: it is no amount. */
export function readAmount(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return 0;
  return /^\d{1,7}(\.\d{0,2})?$/.test(plain) ? Number(plain) : null;
}

/** Why an amount cannot stand; null: it can. */
export function whyNoAmount(text: string, most: number | null): string | null {
  const amount = readAmount(text);
  if (amount === null) return 'An amount like 12.40.';
  return most !== null && amount > most ? `You have ${most.toFixed(2)} cr.` : null;
}
