'use client';
import type { ReactNode } from 'react';
import { TextField } from '~/kit/field';

interface Props {
  label: string;
  hint?: ReactNode;
  value: string;
  onValue: (value: string) => void;
  /** The error, in words. */
  error?: string | null;
}

/** An amount of money with at most two decimals. */
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

/** The typed amount; an empty field is 0; null: invalid. */
export function readAmount(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return 0;
  return /^\d{1,7}(\.\d{0,2})?$/.test(plain) ? Number(plain) : null;
}

/** Why an amount is not allowed; null if it is. */
export function whyNoAmount(text: string, most: number | null): string | null {
  const amount = readAmount(text);
  if (amount === null) return 'An amount like 12.40.';
  return most !== null && amount > most ? `You have ${most.toFixed(2)} cr.` : null;
}
