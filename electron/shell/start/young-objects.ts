/** Bounds the room that V8 takes for young objects in main. */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes after which the room does not double again. Neither a start nor a payment takes less processor time with more. */
const enough = 16e6;

const roomOfYoung = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/**
 * Lets the room grow up to the bound. Payments without a pause would make V8 double it to 134 MB. Its own limit can't be set any more once a
 * program runs, and always refusing growth would leave 2 MB after a rest, in which collecting takes a twentieth of a payment.
 */
export function boundYoungObjects(): void {
  const setGrowth = (): void => setFlagsFromString(`--semi-space-growth-factor=${roomOfYoung() < enough ? 2 : 1}`);
  new PerformanceObserver(setGrowth).observe({ entryTypes: ['gc'] });
}
