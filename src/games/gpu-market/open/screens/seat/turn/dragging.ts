import { type DragEvent, useState } from 'react';
import { useDesk } from '../desk-context';

/** The type under which a dragged block's id travels. */
export const BLOCK_DRAG = 'application/x-mandi-block';

/** A job that takes dragged blocks; null: one that takes none. By keyboard and touch, its button does the same. */
export function useBlockDrop(jobId: string | null) {
  const { locked, putToWork } = useDesk();
  const [isOver, setOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent) => jobId !== null && locked === null && dataTransfer.types.includes(BLOCK_DRAG);
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!takes(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      if (!takes(event) || jobId === null) return;
      event.preventDefault();
      putToWork(jobId, event.dataTransfer.getData(BLOCK_DRAG));
    },
  };
}
