import { MemoryEventStore } from '~/store/memory-event-store';
export async function openBenchStore(_url: string | null) {
  const store = new MemoryEventStore();
  return { store, close: () => store.close() };
}
