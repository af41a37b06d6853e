/** Maximum matching in a graph: Edmonds 1965, "Paths, trees, and flowers". */

/** `joined(a, b)`: whether they may be paired. Returns each vertex's partner, or -1. */
export function largestMatching(n: number, joined: (a: number, b: number) => boolean): number[] {
  const partner = pairedGreedily(n, joined);
  for (let root = 0; root < n; root += 1) if (partner[root] === -1) new Search(n, joined, partner).augmentFrom(root);
  return partner;
}

/** A greedy start, which already pairs all but a few in most cases. */
function pairedGreedily(n: number, joined: (a: number, b: number) => boolean): number[] {
  const partner = Array.from({ length: n }, () => -1);
  for (let a = 0; a < n; a += 1) {
    for (let b = a + 1; b < n && partner[a] === -1; b += 1) {
      if (partner[b] === -1 && joined(a, b)) [partner[a], partner[b]] = [b, a];
    }
  }
  return partner;
}

/** One search for an augmenting path from an unmatched vertex. Odd cycles are contracted to their base. */
class Search {
  private readonly parent: number[];
  private readonly base: number[];
  private readonly reached: boolean[];
  private readonly queue: number[] = [];
  private readonly n: number;
  private readonly joined: (a: number, b: number) => boolean;
  private readonly partner: number[];

  constructor(n: number, joined: (a: number, b: number) => boolean, partner: number[]) {
    this.n = n;
    this.joined = joined;
    this.partner = partner;
    this.parent = Array.from({ length: n }, () => -1);
    this.base = Array.from({ length: n }, (_, i) => i);
    this.reached = Array.from({ length: n }, () => false);
  }

  augmentFrom(root: number): void {
    this.reached[root] = true;
    this.queue.push(root);
    for (let at = this.queue.shift(); at !== undefined; at = this.queue.shift()) {
      for (let to = 0; to < this.n; to += 1) {
        if (to === at || !this.joined(at, to) || this.base[at] === this.base[to] || this.partner[at] === to) continue;
        if (to === root || (this.partnerOf(to) !== -1 && this.parentOf(this.partnerOf(to)) !== -1)) this.shrink(at, to);
        else if (this.parentOf(to) === -1) {
          this.parent[to] = at;
          if (this.partnerOf(to) === -1) {
            this.turnPath(to);
            return;
          }
          this.reach(this.partnerOf(to));
        }
      }
    }
  }

  private reach(vertex: number): void {
    this.reached[vertex] = true;
    this.queue.push(vertex);
  }

  private turnPath(end: number): void {
    for (let at = end; at !== -1; ) {
      const before = this.parentOf(at);
      const next = this.partnerOf(before);
      this.partner[at] = before;
      this.partner[before] = at;
      at = next;
    }
  }

  private shrink(a: number, b: number): void {
    const top = this.commonBase(a, b);
    const inside = new Set<number>();
    this.mark(a, { top, child: b, inside });
    this.mark(b, { top, child: a, inside });
    for (let i = 0; i < this.n; i += 1) {
      if (!inside.has(this.baseOf(i))) continue;
      this.base[i] = top;
      if (this.reached[i] !== true) this.reach(i);
    }
  }

  private mark(from: number, { top, child, inside }: { top: number; child: number; inside: Set<number> }): void {
    let below = child;
    for (let at = from; this.baseOf(at) !== top; at = this.parentOf(this.partnerOf(at))) {
      inside.add(this.baseOf(at)).add(this.baseOf(this.partnerOf(at)));
      this.parent[at] = below;
      below = this.partnerOf(at);
    }
  }

  private commonBase(a: number, b: number): number {
    const above = new Set<number>();
    for (let at = this.baseOf(a); ; at = this.baseOf(this.parentOf(this.partnerOf(at)))) {
      above.add(at);
      if (this.partnerOf(at) === -1) break;
    }
    let at = this.baseOf(b);
    while (!above.has(at)) at = this.baseOf(this.parentOf(this.partnerOf(at)));
    return at;
  }

  private partnerOf(vertex: number): number {
    return this.partner[vertex] ?? -1;
  }

  private parentOf(vertex: number): number {
    return this.parent[vertex] ?? -1;
  }

  private baseOf(vertex: number): number {
    return this.base[vertex] ?? vertex;
  }
}
