import { describe, expect, test } from 'vitest';
import { indexesIn } from './pull-model';

const PUBLIC = 'https://pypi.org/simple';

describe('where Python packages are looked for', () => {
  test('nothing set: the public index', () => {
    expect(indexesIn('')).toEqual([PUBLIC]);
    expect(indexesIn(":env:.cert='/etc/ca.crt'\nglobal.timeout='60'\n")).toEqual([PUBLIC]);
  });

  test("the environment's index wins over the file's; further ones come after it", () => {
    const listing = [
      "global.index-url='https://one.example.org/simple/'",
      "global.extra-index-url='https://two.example.org/simple file:///opt/wheels\\nhttps://three.example.org/simple'",
      ":env:.index-url='https://four.example.org/simple'",
    ].join('\n');
    expect(indexesIn(listing)).toEqual([
      'https://four.example.org/simple',
      'https://two.example.org/simple',
      'https://three.example.org/simple',
    ]);
  });

  test('folders of this machine are no index', () => {
    expect(indexesIn("global.extra-index-url='file:///opt/simple'")).toEqual([PUBLIC]);
  });
});
