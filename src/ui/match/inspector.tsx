'use client';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Thing } from '~/contract/shown';
import { Drawer } from '~/kit/dialog';

interface InspectingProps {
  onInspect: (thing: Thing) => void;
  children: ReactNode;
}

/** Anything that names a thing opens the inspector: by click, tap or Enter. */
export function Inspecting({ onInspect, children }: InspectingProps) {
  const onClick = ({ target }: MouseEvent) => {
    const thing = thingUnder(target);
    if (thing) onInspect(thing);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Buttons already fire a click on Enter.
    if (event.key !== 'Enter' || !(event.target instanceof Element) || event.target.matches('button, a, summary')) return;
    const thing = event.target.matches('[data-is]') ? thingUnder(event.target) : null;
    if (!thing) return;
    event.preventDefault();
    onInspect(thing);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its children, which have the focus, are asked
    <div onClick={onClick} onKeyDown={onKeyDown} className="[&_[data-is]]:cursor-pointer">
      {children}
    </div>
  );
}

/** The thing an element names: `block:b_1_0`, the first of its names. Other controls inside it keep their clicks. */
function thingUnder(target: EventTarget): Thing | null {
  if (!(target instanceof Element)) return null;
  const named = target.closest('[data-is]');
  const control = target.closest('a, button, summary, input, select, label');
  if (named === null || (control !== null && control !== named)) return null;
  const [first = ''] = (named.getAttribute('data-is') ?? '').split(' ');
  const colon = first.indexOf(':');
  return colon < 1 ? null : { kind: first.slice(0, colon), id: first.slice(colon + 1) };
}

interface SheetProps {
  /** null: closed. */
  thing: Thing | null;
  /** Its display name. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Details of one thing: at the side of a wide screen, from below on a phone. The rest stays usable. */
export function InspectorSheet({ thing, title, onClose, children }: SheetProps) {
  return (
    <Drawer open={thing !== null} onOpen={(open) => (open ? null : onClose())} title={title} low>
      <div aria-live="polite" className="text-small">
        {children}
      </div>
    </Drawer>
  );
}
