/** From F9 to the painted outcome in the built program, against a bare payment and two frames of the same page. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { timed } from '#test/bench/measure.ts';
import { openBarePayment, startBenchService, type BenchService } from '#test/bench/payments/bench-seat.ts';
import type { Measured } from '#test/bench/ratio.ts';
import { callBridge, keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';
import { launchProgram, starting } from '#test/e2e/stage/launch-program.ts';

/** Saves a test merchant at the service, which the seat trusts, and activates it. */
export async function chargeAt(win: Page, { origin, ca }: Pick<BenchService, 'origin' | 'ca'>): Promise<string> {
  const merchant = {
    id: 'new',
    name: 'Ferretería El Tornillo',
    environment: 'test',
    baseUrl: origin,
    extraCa: ca,
    proxy: { kind: 'none' },
    connectTimeout: 30_000,
    taxRates: [700],
  };
  const secrets = { cclw: 'A1B2C3D4'.repeat(16), apiKey: 'part1|part2', clientCertificate: null };
  const saved = (await callBridge(win, 'merchants', 'save', { merchant, secrets })) as {
    readonly value: { readonly merchant: { readonly id: string } };
  };
  const { id } = saved.value.merchant;
  await callBridge(win, 'merchants', 'activate', { merchantId: id });
  await win.getByText(merchant.name).first().waitFor();
  return id;
}

/** Lets the page note the time from each F9 to the frame that shows the outcome, and measure two frames. */
async function watchOutcomes(win: Page): Promise<void> {
  await win.evaluate(() => {
    const outcomes: number[] = [];
    /** Calls once the next frame is painted. */
    const onPainted = (call: () => void): void => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          port1.close();
          call();
        });
        port1.start();
        port2.postMessage(null);
      });
    };
    const twoFrames = (): Promise<number> => {
      const start = performance.now();
      return new Promise((done) => {
        requestAnimationFrame(() => onPainted(() => done(performance.now() - start)));
      });
    };
    Object.assign(window, { outcomes, twoFrames });
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'F9') return;
        const start = performance.now();
        const observer = new MutationObserver(() => {
          if (document.querySelector('[data-reference="codOper"]') === null) return;
          observer.disconnect();
          onPainted(() => outcomes.push(performance.now() - start));
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      },
      { capture: true },
    );
  });
}

export async function measureSubmit(folder: string, payments: number): Promise<Measured<'submit'>> {
  const service = await startBenchService(0);
  const bare = await openBarePayment(service, { engine: 'SQLite', file: join(folder, 'submit-bare.db') });
  const app = await launchProgram({ userData: join(folder, 'submit') });
  const baseline: number[] = [];
  try {
    const win = await app.firstWindow({ timeout: starting });
    await win.getByRole('heading').first().waitFor();
    await chargeAt(win, service);
    await watchOutcomes(win);
    /** Payments that warm up. */
    const warming = Math.min(5, payments);
    for (let turn = 0; turn < warming + payments; turn++) {
      await keyPayment(win, { amount: `${10 + turn}.50` });
      await send(win);
      await win.waitForFunction((count) => (Reflect.get(window, 'outcomes') as number[]).length > count, turn);
      const paid = await timed(bare.prepare());
      const frames = await win.evaluate(() => (Reflect.get(window, 'twoFrames') as () => Promise<number>)());
      if (turn >= warming) baseline.push(paid + frames);
      await win.keyboard.press('F2');
    }
    const all = await win.evaluate(() => Reflect.get(window, 'outcomes') as number[]);
    const ours = all.slice(warming);
    return {
      rows: [
        { row: 'payment', ours, baseline },
        { row: 'slowest payment', ours, baseline },
      ],
    };
  } finally {
    await app.close();
    await bare.close();
    service.close();
  }
}
