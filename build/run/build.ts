/** `npm run build`: builds main, its worker, preload and renderer into `dist/`. */
import { parseArgs } from 'node:util';
import { buildAll } from '#build/build-all.ts';

const { values } = parseArgs({ options: { mode: { type: 'string', default: 'production' } } });
try {
  await buildAll(values.mode);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
