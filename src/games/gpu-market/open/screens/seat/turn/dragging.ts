import { type DragEvent, useState } from 'react';
import { BLOCK_DRAG } from '../../../../screens/bar-drag';
import { useDesk } from '../desk-context';

/**
 * Something that takes dragged blocks: a job (its id), the turn ('turn'), or nothing now (null). By keyboard and touch, the buttons of jobs and
 * of the market's blocks do the same.
 */
export function useBlockDrop(target: string | null) {
  const { locked, drop } = useDesk();
  const [isOver, setOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent) => target !== null && locked === null && dataTransfer.types.includes(BLOCK_DRAG);
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
      if (!takes(event) || target === null) return;
      event.preventDefault();
      drop(event.dataTransfer.getData(BLOCK_DRAG), target === 'turn' ? null : target);
    },
  };
}
