import { createContext, type DragEvent, useContext } from 'react';

/** The type under which a dragged block's id travels. */
export const BLOCK_DRAG = 'application/x-mandi-block';

/** Which blocks of a board can be dragged. Outside of a seat, none. */
export const DraggableBars = createContext<(blockId: string) => boolean>(() => false);

/** What makes a block's button draggable, if it is. */
export function useBarDrag(blockId: string) {
  return useContext(DraggableBars)(blockId) ? barDrag(blockId) : {};
}

export function barDrag(blockId: string) {
  return {
    draggable: true,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.setData(BLOCK_DRAG, blockId);
      dataTransfer.effectAllowed = 'move';
    },
  };
}
