/**
 * Declares the package's ES module by file name. For the bare name, tsx would load `index.ts`, which is published next to the CommonJS
 * `index.js`, and fail to find its sources.
 */
declare module 'fast-json-patch/index.mjs' {
  export { applyOperation, applyPatch, compare, unescapePathComponent } from 'fast-json-patch';
}
