/** Memory of main and of the page: after the start, payments, a backup, an export, a check of the trail, and a day's work. */
import { join } from 'node:path';
import type { CDPSession, ElectronApplication, Page } from '@playwright/test';
import { oneHour, oneSecond } from '#shared/durations.ts';
import { newId } from '#shared/new-id.ts';
import { startBenchService } from '#test/bench/payments/bench-seat.ts';
import type { FigureRow, Measured } from '#test/bench/ratio.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';
import { launchProgram, starting } from '#test/e2e/stage/launch-program.ts';
import { draft } from '#test/fixtures/drafts.ts';
import { chargeAt } from './submit.ts';

interface Memory extends FigureRow {
  readonly after: string;
  /** MB that live objects of main take, within V8 and beside it. */
  readonly used: number;
  /** MB that live objects of the page take within V8. */
  readonly page: number;
  /** Highest resident size of the process so far, in MB. */
  readonly peak: number;
}

/** @param session of the page */
async function memoryOf(app: ElectronApplication, session: CDPSession, after: string): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage');
  const page = await session.send('Runtime.getHeapUsage');
  const { used, peak } = await app.evaluate(() => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
    collect();
    const { heapUsed, external } = process.memoryUsage();
    // Linux counts what the parent held before the program was loaded into `maxRSS`, but not into its own line.
    const { readFileSync } = process.getBuiltinModule('node:fs');
    const line = process.platform === 'linux' ? /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) : null;
    const peak = line === null ? process.resourceUsage().maxRSS : Number(line[1]);
    return { used: (heapUsed + external) / 1e6, peak: peak / 1e3 };
  });
  return { after, used, peak, page: page.usedSize / 1e6 };
}

/** Time in ms that passes for the timers of the page. */
const workingDay = 8 * oneHour;
/** Payments that the page sends before the driver gets its turn. */
const portion = 250;

/** Makes the sales with these numbers over the bridge, one after another. */
async function pay(win: Page, merchantId: string, from: number, until: number): Promise<void> {
  for (let made = from; made < until; made += portion) {
    const drafts = Array.from({ length: Math.min(portion, until - made) }, (_, index) => ({
      ...draft({ merchantId, amount: 1_000 + made + index, taxAmount: 0 }),
      draftId: newId(),
    }));
    const failed = await win.evaluate(async (inputs) => {
      const { call } = (window as unknown as { caja: { call(...message: unknown[]): Promise<unknown> } }).caja;
      for (const input of inputs) {
        const answer = (await call('payments', 'sell', input)) as { readonly ok: boolean };
        if (!answer.ok) return answer;
      }
      return null;
    }, drafts);
    if (failed !== null) throw new Error(`A payment of the benchmark was refused: ${JSON.stringify(failed)}`);
  }
}

async function expectOk(work: Promise<unknown>): Promise<void> {
  const answer = (await work) as { readonly ok: boolean };
  if (!answer.ok) throw new Error(`A call of the benchmark failed: ${JSON.stringify(answer)}`);
}

/** @param payments sales, of which a tenth has a figure of its own, because the first ones load what all need */
export async function measureMemory(folder: string, payments: number): Promise<Measured<'memory'>> {
  const service = await startBenchService(0);
  const app = await launchProgram({ userData: join(folder, 'memory') });
  try {
    const win = await app.firstWindow({ timeout: starting });
    // A page that is still loading refuses to be loaded anew.
    await win.waitForLoadState();
    // The page has timers of its own, which the end of this measurement makes run.
    await win.clock.install();
    await win.reload();
    await win.getByRole('heading').first().waitFor();
    const merchantId = await chargeAt(win, service);
    // A start ends by reading the parts of later screens while the page is idle, which nothing tells.
    await win.waitForTimeout(10 * oneSecond);
    const session = await win.context().newCDPSession(win);
    const steps: Memory[] = [await memoryOf(app, session, 'the start')];
    const saveTo = (name: string) =>
      app.evaluate(
        ({ dialog }, filePath) => {
          dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
        },
        join(folder, name),
      );
    await pay(win, merchantId, 0, payments / 10);
    steps.push(await memoryOf(app, session, `${payments / 10} payments`));
    await pay(win, merchantId, payments / 10, payments);
    steps.push(await memoryOf(app, session, `${payments} payments`));
    await saveTo('memory-backup.db');
    await expectOk(callBridge(win, 'ledger', 'backUp', undefined));
    steps.push(await memoryOf(app, session, 'a backup'));
    await saveTo('memory-export.csv');
    await expectOk(callBridge(win, 'history', 'export', { filter: {}, format: 'csv' }));
    steps.push(await memoryOf(app, session, 'an export'));
    await expectOk(callBridge(win, 'ledger', 'checkTrail', undefined));
    steps.push(await memoryOf(app, session, 'a check of the trail'));
    await win.clock.runFor(workingDay);
    const last = await memoryOf(app, session, 'eight hours of the page');
    steps.push(last);
    return {
      rows: [
        { row: 'growth', ours: [last.used], baseline: [steps[0]?.used ?? Number.NaN] },
        { row: 'growth of the page', ours: [last.page], baseline: [steps[0]?.page ?? Number.NaN] },
        { row: 'peak', ours: [last.peak] },
      ],
      tables: [{ about: 'Megabytes of main after each step, garbage collected before.', rows: steps }],
    };
  } finally {
    await app.close();
    service.close();
  }
}
