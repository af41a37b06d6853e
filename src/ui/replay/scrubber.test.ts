import { describe, expect, it } from 'vitest';
import { withRoom } from './scrubber';

const chapters = [
  { seq: 10, title: 'Coalition A + B' },
  { seq: 12, title: 'Energy spike' },
  { seq: 60, title: 'B1 missed' },
  { seq: 99, title: 'Coalition of all labs' },
];
const titles = (width: number) => withRoom(chapters, (seq) => (seq / 100) * width, width).map(({ title }) => title);

describe('titles on the time line', () => {
  it('leaves out what would lie on the title before it or beyond the end', () => {
    expect(titles(600)).toEqual(['Coalition A + B', 'B1 missed']);
  });

  it('shows nothing before it knows how much room there is', () => {
    expect(titles(0)).toEqual([]);
  });

  it('shows more where there is more room', () => {
    expect(titles(6000)).toEqual(['Coalition A + B', 'Energy spike', 'B1 missed']);
  });
});
