'use client';
import { type FocusEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';

/** Marks an element as naming a thing. Hovering or focusing it highlights everything else that names the thing (or `also`). */
export function naming(kind: string, id: string, also: readonly string[] = []): { 'data-is': string; 'data-lights': string } {
  const name = `${kind}:${id}`;
  return { 'data-is': name, 'data-lights': [name, ...also].join(' ') };
}

/**
 * Highlights a thing everywhere at the same time. Uses one style rule, so that anything rendered later (a scrolling feed, another instant)
 * is highlighted too.
 */
export function Lighting({ children, className }: { children: ReactNode; className?: string }) {
  const [lit, setLit] = useState<string | null>(null);
  const holdsFocus = useRef(false);
  // A pointer that does not move also "enters" content scrolled or drawn below it. That must not end the highlight of the focused element.
  const onPointerOver = ({ target }: PointerEvent) => {
    if (!holdsFocus.current) setLit(lightsOf(target));
  };
  const onPointerMove = ({ target }: PointerEvent) => {
    holdsFocus.current = false;
    setLit(lightsOf(target));
  };
  const onFocus = ({ target }: FocusEvent) => {
    holdsFocus.current = true;
    setLit(lightsOf(target));
  };
  const leave = () => {
    if (!holdsFocus.current) setLit(null);
  };
  const clear = () => {
    holdsFocus.current = false;
    setLit(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what its children already do by hover and focus
    <div
      className={className}
      onPointerOver={onPointerOver}
      onPointerMove={onPointerMove}
      onPointerLeave={leave}
      onFocus={onFocus}
      onBlur={clear}
    >
      {lit ? <style>{ruleFor(lit.split(' '))}</style> : null}
      {children}
    </div>
  );
}

function lightsOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest('[data-lights]')?.getAttribute('data-lights') ?? null) : null;
}

function ruleFor(names: readonly string[]): string {
  const any = names.map((name) => `[data-is~="${CSS.escape(name)}"]`).join(',');
  const dim = names.some((name) => name.startsWith('block:')) ? `.bar[data-is]:not(:is(${any})){opacity:.38}` : '';
  return `:is(${any}):not(path,g){outline:2px solid var(--ink);outline-offset:1px;border-radius:2px}g:is(${any}){--arc-width:3px;--arc-opacity:1}${dim}`;
}
