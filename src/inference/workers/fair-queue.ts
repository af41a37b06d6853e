/**
 * A queue with groups that alternate, so that a match with many seats does not delay one with few. First come, first served within a group.
 */
export class FairQueue<Item> {
  /** In the order of their turns; groups without items are removed. */
  private readonly groups = new Map<string, Item[]>();

  get size(): number {
    let size = 0;
    for (const items of this.groups.values()) size += items.length;
    return size;
  }

  push(group: string, item: Item): void {
    const items = this.groups.get(group);
    if (items) items.push(item);
    else this.groups.set(group, [item]);
  }

  /** Before all others, for work that must be repeated. */
  pushFirst(group: string, item: Item): void {
    const before = [...this.groups];
    const own = this.groups.get(group) ?? [];
    this.groups.clear();
    this.groups.set(group, [item, ...own]);
    for (const [name, items] of before) if (name !== group) this.groups.set(name, items);
  }

  /** Removes and returns the next item that fits and moves its group to the end. undefined if none fits. */
  take(fits: (item: Item) => boolean): Item | undefined {
    for (const [group, items] of this.groups) {
      const index = items.findIndex(fits);
      if (index < 0) continue;
      const [item] = items.splice(index, 1);
      this.groups.delete(group);
      if (items.length > 0) this.groups.set(group, items);
      return item;
    }
    return undefined;
  }

  remove(item: Item): boolean {
    return this.take((other) => other === item) !== undefined;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const items of this.groups.values()) yield* items;
  }
}
