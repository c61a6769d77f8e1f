/**
 * How often a test repeats what chance decides. `npm test` has to end in minutes, so it repeats fewer times than
 * `npm run test:thorough`, which proves the same for longer and is run before a release.
 */
export const thoroughVariable = 'CAJA_THOROUGH';

/** @returns the first number in `npm test`, the second one in `npm run test:thorough` */
export const times = <Value>(usually: Value, thoroughly: Value): Value =>
  process.env[thoroughVariable] === '1' ? thoroughly : usually;
