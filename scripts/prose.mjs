// Checks the style of the documents with retext: repeated words, "a" and "an", and the words of prose-words.json. Code is left alone.
//   node scripts/prose.mjs [FILE…]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toString as textOf } from 'nlcst-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';
import { filesNow } from './tree.mjs';

const home = fileURLToPath(new URL('..', import.meta.url));
/** The changelog and recorded texts are not checked. */
const LEFT = /^(CHANGELOG\.md|tests\/)/;

const words = JSON.parse(readFileSync(new URL('prose-words.json', import.meta.url), 'utf8')).map(({ not, say }) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${not})(?![\\w-])`, 'gi'),
  say,
}));

/** A retext plugin: each word on our list gives a message at its sentence. */
function retextWords() {
  return (tree, file) => {
    visit(tree, 'SentenceNode', (sentence) => {
      const text = textOf(sentence.children.map((node) => (node.type === 'SourceNode' ? { type: 'TextNode', value: ' ` ' } : node)));
      for (const { pattern, say } of words) {
        for (const [found] of text.matchAll(pattern)) file.message(`"${found}": say ${say}`, { place: sentence.position });
      }
    });
  };
}

const prose = unified().use(retextEnglish).use(retextRepeatedWords).use(retextIndefiniteArticle).use(retextWords);
const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRetext, prose)
  .use(function nothingToWrite() {
    this.compiler = () => '';
  });

/** Tables between these marks are generated; their lines stay, so that the other line numbers stay right. */
function withoutMeasured(text) {
  return text.replace(/<!-- measured: begin -->[\s\S]*?<!-- measured: end -->/g, (block) => block.replace(/[^\n]/g, ''));
}

const named = process.argv.slice(2);
const documents = (named.length > 0 ? named : (filesNow() ?? [])).filter((path) => path.endsWith('.md') && !LEFT.test(path));
let found = 0;
for (const path of documents) {
  const file = new VFile({ path, value: withoutMeasured(readFileSync(join(home, path), 'utf8')) });
  await reader.process(file);
  for (const { line, reason } of file.messages) console.log(`${path}:${line ?? 1}  ${reason}`);
  found += file.messages.length;
}
console.log(`prose: ${documents.length} documents read, ${found} found`);
// A check that reads nothing must not pass.
process.exitCode = found > 0 || (documents.length === 0 && named.length === 0) ? 1 : 0;
