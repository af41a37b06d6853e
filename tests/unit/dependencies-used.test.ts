// A dependency that nobody imports is still downloaded by everybody.
import { expect, test } from 'vitest';
import { ownFiles, readPackage, readText } from './repository';

/** Used without being imported. */
const BY_NAME_ALONE: Record<string, string> = {
  '@prisma/client': 'what prisma/schema.prisma generates imports it',
  'oxlint-tsgolint': 'oxlint runs it',
  'react-dom': 'Next asks for it',
};

test('every dependency is used by some file', () => {
  const { dependencies, devDependencies, optionalDependencies } = readPackage();
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const text = ownFiles()
    .filter((path) => /\.(ts|tsx|mjs|cjs|css)$|^\.oxlintrc\.json$/.test(path) && path !== 'tests/unit/dependencies-used.test.ts')
    .map(readText)
    .join('\n');
  const unused = names.filter((name) => !name.startsWith('@types/') && !(name in BY_NAME_ALONE) && !mentions(text, name));
  expect(unused).toEqual([]);
  expect(mentions(text, 'left-pad')).toBe(false);
});

/** As a module's name in quotes, or as a folder's under node_modules. */
function mentions(text: string, name: string): boolean {
  return [`'${name}'`, `'${name}/`, `"${name}"`, `"./node_modules/${name}/`, `node_modules/${name}/`].some((mention) =>
    text.includes(mention),
  );
}
