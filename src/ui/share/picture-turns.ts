interface Wish<T> {
  isBegun: boolean;
  begin(): void;
  picture: Promise<T>;
}

/**
 * Draws one picture at a time, alternating between visitors, so that whoever asks for many delays the others by one each. Drawing blocks
 * this thread, so after each picture it is free for as long. A picture that several ask for is drawn once, when the first of them has a turn.
 */
export class PictureTurns<T> {
  /** Keys that each visitor waits for. The visitor whose turn is next comes first. */
  private readonly lines = new Map<string, Set<string>>();
  private readonly wishes = new Map<string, Wish<T>>();
  private readonly mostWaiting: number;
  private isBusy = false;

  constructor(mostWaiting: number) {
    this.mostWaiting = mostWaiting;
  }

  /** null: this visitor waits for too many already. */
  draw({ visitor, key }: { visitor: string; key: string }, make: () => Promise<T>): Promise<T> | null {
    const wish = this.wishes.get(key) ?? wishFor(make);
    if (wish.isBegun) return wish.picture;
    const line = this.lines.get(visitor) ?? new Set();
    if (!line.has(key) && line.size >= this.mostWaiting) return null;
    this.wishes.set(key, wish);
    this.lines.set(visitor, line.add(key));
    this.next();
    return wish.picture;
  }

  private next(): void {
    if (this.isBusy) return;
    for (const [visitor, line] of this.lines) {
      this.lines.delete(visitor);
      const key = [...line].find((one) => {
        line.delete(one);
        return this.wishes.get(one)?.isBegun === false;
      });
      if (line.size > 0) this.lines.set(visitor, line); // behind all others
      if (key === undefined) continue;
      this.begin(key);
      return;
    }
  }

  private begin(key: string): void {
    const wish = this.wishes.get(key);
    if (!wish) return;
    this.isBusy = true;
    wish.isBegun = true;
    const began = performance.now();
    const rested = () => {
      this.isBusy = false;
      this.next();
    };
    const end = () => {
      this.wishes.delete(key);
      setTimeout(rested, Math.ceil(performance.now() - began));
    };
    wish.picture.then(end, end);
    wish.begin();
  }
}

function wishFor<T>(make: () => Promise<T>): Wish<T> {
  let begin = () => {};
  const turn = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return { isBegun: false, begin, picture: turn.then(make) };
}
