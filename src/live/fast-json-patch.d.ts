/** The package's ES module by its file: tsx takes `index.ts`, which lies beside its CommonJS `index.js`, for that and finds no sources. */
declare module 'fast-json-patch/index.mjs' {
  export { applyPatch, compare } from 'fast-json-patch';
}
