/** Leaves out of the main process what its packages bring along and nobody uses, because it would be read at every start. */
import type { Plugin, Rolldown } from 'vite';

/** The part of undici that is used. Its own index loads fetch, web sockets, caches and mocks too: two thirds of the package. */
const undiciClient: Plugin = {
  name: 'undici-client',
  enforce: 'pre',
  transform: (_code, id) =>
    id.endsWith('undici/index.js')
      ? `Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));
module.exports.Client = require('./lib/dispatcher/client');
module.exports.Pool = require('./lib/dispatcher/pool');`
      : null,
};

const noValidator = '\0no-validator';

/** No validator of JSON Schemas for electron-store, which makes one for a schema. Documents are parsed by zod. */
const noSchemaValidator: Plugin = {
  name: 'no-schema-validator',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.includes('/node_modules/conf/') === true && /^ajv(-formats)?(\/|$)/.test(source) ? noValidator : null,
  load: (id) =>
    id === noValidator
      ? `export class Ajv2020 { constructor() { throw new Error('This build has no validator of JSON Schemas'); } }
export default {};`
      : null,
};

export const leanPackages: readonly Plugin[] = [undiciClient, noSchemaValidator];

/**
 * Leaves out the descriptions that no licence asks for, a fifth of the code, and escapes what is no ASCII: one character beyond
 * Latin 1 makes V8 keep the whole file with two bytes for each of its characters.
 */
export const leanOutput: Rolldown.OutputOptions = {
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
};
