'use client';
import { Button } from './button';
import { Dialog } from './dialog';

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  note: string;
  /** The labels of the two buttons. */
  yes: string;
  no: string;
  onYes: () => void;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({ open, onOpen, title, note, yes, no, onYes }: Props) {
  return (
    <Dialog open={open} onOpen={onOpen} title={title} note={note}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onOpen(false)}>{no}</Button>
        <Button
          look="danger"
          onClick={() => {
            onOpen(false);
            onYes();
          }}
        >
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
