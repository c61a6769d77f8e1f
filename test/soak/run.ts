/** `npm run soak`: half an hour of payments and troubles. `-- --minutes N`, and `-- --seed S` for the troubles of an earlier run. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { useQuickTemporaryFolder } from '#test/runner/temporary-folder.ts';
import { figuresLine, runSoak } from './soak.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } } });
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const minutes = Number(values.minutes);
if (!Number.isSafeInteger(seed) || !(minutes > 0)) throw new Error('--minutes and --seed take numbers');
useQuickTemporaryFolder();
console.log(`Soaks for ${minutes} minutes with seed ${seed}`);
const result = await runSoak({ seed, minutes, rounds: 10, shared: true, log: console.log });
for (const violation of result.violations) console.log(`\n${violation}`);
if (result.violations.length > 0) console.log(`\nAgain with: npm run soak -- --minutes ${minutes} --seed ${seed}`);
console.log(figuresLine(result));
process.exit(result.violations.length === 0 ? 0 : 1);
