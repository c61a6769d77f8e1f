/** Processor time of a key in the page, from a trace of Chromium: what other programs do meanwhile is not part of it. */
import type { Browser } from '@playwright/test';

/** Event of a trace, as far as it is read here. Times are µs; `tdur` is processor time of the thread. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly type?: string } };
}

/** Events that end the main thread's part of a frame. */
const frameEnds = new Set(['Commit', 'Layerize']);

/** Types while Chromium traces, and returns the processor time of each key in ms: of every task from its press to its frame. */
export async function traceKeys(browser: Browser, type: () => Promise<void>): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } });
  await type();
  const complete = new Promise<void>((done) => {
    session.once('Tracing.tracingComplete', () => done());
  });
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return costsOf(events);
}

function costsOf(events: readonly TraceEvent[]): readonly number[] {
  const isKey = ({ name, args }: TraceEvent): boolean => name === 'EventDispatch' && args.data?.type === 'keydown';
  const page = events.find(isKey);
  const own = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === page?.pid && tid === page.tid)
    .toSorted((one, other) => one.ts - other.ts);
  const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
  // Events lie within others; only the outer ones are added.
  let last = 0;
  const outer = own.filter((event) => {
    if (event.ts < last) return false;
    last = endOf(event);
    return true;
  });
  return own.filter(isKey).flatMap((key) => {
    const frame = own.find(({ name, ts }) => ts > key.ts && frameEnds.has(name));
    if (frame === undefined) return [];
    const between = outer.filter((event) => endOf(event) > key.ts && event.ts <= frame.ts);
    return [between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000];
  });
}
