/**
 * Measures how long a key takes in the Charge form, from its press to the painted frame, with the processor slowed down four times.
 * Frames come as fast as the page makes them, so that the wait for the display is not part of the figures.
 */
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '#test/electron-host/chromium/find.ts';
import { servePage } from '#test/components/stage/page-server.ts';
import type { Measured } from '#test/bench/ratio.ts';
import { traceKeys } from './key-cost.ts';
import { answersOfSeat } from './seat-answers.ts';

/** Durations of each key in ms. */
interface TypingFigures {
  /** Key to painted frame, by the clock. */
  readonly form: readonly number[];
  /** The same for a field on an empty page, which says what the machine and the measurement take. */
  readonly bare: readonly number[];
  /** Processor time of a key in the form, as on the slowed down processor. */
  readonly processor: readonly number[];
}

const slowdown = 4;
/** ms between two keys: somebody who types 100 words a minute. */
const pace = 120;

/** Texts by field id, in the order of the form. A clerk keys them for a caller. */
const texts = [
  ['amount', '1250.50'],
  ['concept', 'Order 1182, drill and bits'],
  ['firstName', 'María José'],
  ['lastName', 'Castillero de la Guardia'],
  ['email', 'mj.castillero@example.com'],
  ['phone', '+507 6020-1236'],
  ['cardNumber', '405931018175700'],
] as const;

/** Lets the page note the duration of each key, without the frames of what follows. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    window.addEventListener(
      'keydown',
      () => {
        const start = performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          // The message comes after the frame was painted.
          const painted = (): void => {
            durations.push(performance.now() - start);
            port1.close();
          };
          port1.addEventListener('message', painted);
          port1.start();
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
}

async function typeTexts(page: Page): Promise<void> {
  for (const [name, text] of texts) {
    await page.locator(`#charge-${name}`).fill('');
    await page.keyboard.type(text, { delay: pace });
  }
}

/** Types every text `rounds` times after a round that warms up, with the processor slowed down. */
async function timeKeys(page: Page, rounds: number): Promise<readonly number[]> {
  await watchKeys(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await typeTexts(page);
  await page.evaluate(() => Reflect.get(window, 'durations').splice(0));
  for (let round = 0; round < rounds; round++) await typeTexts(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return page.evaluate((): readonly number[] => Reflect.get(window, 'durations'));
}

/** Measures the built page of `dist/renderer`, and an empty page beside it. */
async function figuresOf(rounds: number): Promise<TypingFigures> {
  const { executable, env } = await findChromium(false);
  const [browser, server] = await Promise.all([
    chromium.launch({
      executablePath: executable,
      env: { ...process.env, ...env },
      args: ['--disable-frame-rate-limit', '--disable-gpu-vsync'],
    }),
    servePage(),
  ]);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.addInitScript((answers) => {
      const bridge = {
        call: (group: string, name: string) =>
          `${group}.${name}` in answers
            ? Promise.resolve({ ok: true, value: answers[`${group}.${name}`] })
            : new Promise(() => {}),
        on: () => () => {},
      };
      Object.assign(window, { caja: bridge });
    }, answersOfSeat('cashier'));
    await page.goto(server.url);
    await page.locator('#charge-amount:focus').waitFor();
    const form = await timeKeys(page, rounds);
    const costs = await traceKeys(browser, () => typeTexts(page));
    await page.goto('about:blank');
    await page.setContent(texts.map(([name]) => `<input id="charge-${name}">`).join(''));
    const bare = await timeKeys(page, 1);
    return { form, bare, processor: costs.map((cost) => cost * slowdown) };
  } finally {
    await browser.close();
    server.close();
  }
}

export async function measureTyping(rounds: number): Promise<Measured<'type'>> {
  const { form, bare, processor } = await figuresOf(rounds);
  return {
    rows: [
      { row: 'key', ours: form, baseline: bare },
      { row: 'processor of a key', ours: processor },
    ],
  };
}
