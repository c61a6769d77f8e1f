/** Scrolling of History in a real browser: frames within their budget and long tasks, with pages read on the way. */
import type { Page } from '@playwright/test';
import { attempt, detailsOf, listed } from '#test/fixtures/shown/attempts.ts';
import { launchChromium } from '#test/components/stage/chromium.ts';
import type { Measured } from '#test/bench/ratio.ts';
import { answersOfSeat } from './seat-answers.ts';
import { servePage } from '#test/components/stage/page-server.ts';

interface ScrollingFigures {
  readonly frames: number;
  /** Share of frames shown within one and a half refresh intervals of 60 Hz. */
  readonly inBudget: number;
  /** ms between two frames. */
  readonly p95: number;
  readonly longest: number;
  readonly longTasks: number;
  /** Rows down to the end of the last view. */
  readonly rows: number;
}

/** Payments of the mocked ledger. */
const payments = 1_000_000;
/** Time of a page in the ledger with its way to the screen, in ms. */
const pageTime = 6;

/** Seconds of scrolling. */
const seconds = 5;
/** Answers every call in the page itself, so that the driver of the browser costs nothing. */
async function arrange(page: Page): Promise<void> {
  const row = listed(attempt());
  const fixed = {
    ...answersOfSeat('supervisor'),
    'history.operators': ['Ana', 'Celia'],
    'history.sums': { count: 0, more: false, sums: [] },
    'history.show': detailsOf(attempt()),
  };
  await page.addInitScript(
    ({ answers, template, count, wait }) => {
      const idOf = (index: number): string => `0199b2f0-0000-7000-8000-${String(index).padStart(12, '0')}`;
      const listeners = new Set<(message: unknown) => void>();
      const rows = (first: number, limit: number) =>
        Array.from({ length: Math.min(limit, count - first) }, (_row, offset) => {
          const index = first + offset;
          const startedAt = new Date(Date.parse(template.startedAt) - index * 180_000).toISOString();
          return {
            ...structuredClone(template),
            id: idOf(index),
            startedAt,
            amount: 1_000 + ((index * 7919) % 90_000),
          };
        });
      const call = async (group: string, name: string, input: { after?: { id: string } | null; limit: number }) => {
        if (`${group}.${name}` !== 'history.search') {
          const value = Reflect.get(answers, `${group}.${name}`) as unknown;
          return { ok: true, value };
        }
        await new Promise((done) => setTimeout(done, wait));
        const first = input.after == null ? 0 : Number(input.after.id.slice(-12)) + 1;
        return { ok: true, value: { attempts: rows(first, input.limit), more: first + input.limit < count } };
      };
      Object.assign(window, {
        caja: {
          call,
          on: (listener: (message: unknown) => void) => {
            listeners.add(listener);
            return () => void listeners.delete(listener);
          },
        },
        cajaEmit: (message: unknown) => listeners.forEach((listener) => listener(message)),
      });
    },
    { answers: fixed, template: row, count: payments, wait: pageTime },
  );
}

/** Scrolls by the wheel, and counts frames and tasks above 50 ms. */
async function scroll(): Promise<ScrollingFigures> {
  const [browser, server] = await Promise.all([launchChromium(), servePage()]);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await arrange(page);
    await page.goto(server.url);
    await page.getByRole('navigation').waitFor();
    await page.evaluate(() => {
      (Reflect.get(window, 'cajaEmit') as (message: unknown) => void)({
        name: 'menu.command',
        payload: { command: 'history' },
      });
    });
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await page.waitForTimeout(1_000);
    await grid.hover();
    const length = seconds * 1_000;
    const counting = page.evaluate(async (time) => {
      const long: number[] = [];
      new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({
        entryTypes: ['longtask'],
      });
      const deltas: number[] = [];
      const begun = performance.now();
      for (let before = begun; before - begun < time;) {
        const at = await new Promise<number>((done) => requestAnimationFrame(done));
        deltas.push(at - before);
        before = at;
      }
      const last = [...document.querySelectorAll('[data-row]')].at(-1);
      const rows = Number(last?.getAttribute('aria-rowindex')) - 1;
      return { deltas: deltas.slice(1).sort((one, other) => one - other), longTasks: long.length, rows };
    }, length);
    const until = performance.now() + length;
    while (performance.now() < until) await page.mouse.wheel(0, 120);
    const { deltas, longTasks, rows } = await counting;
    const within = deltas.filter((delta) => delta <= 25).length;
    return {
      frames: deltas.length,
      inBudget: within / deltas.length,
      p95: deltas[Math.floor(deltas.length * 0.95)] ?? 0,
      longest: deltas.at(-1) ?? 0,
      longTasks,
      rows,
    };
  } finally {
    await browser.close();
    server.close();
  }
}

export async function measureScrolling(): Promise<Measured<'scroll'>> {
  const figures = await scroll();
  return {
    rows: [{ row: 'frames', ours: [100 * figures.inBudget] }],
    tables: [{ about: 'Scrolling of History by wheel, in ms.', rows: [{ ...figures }] }],
  };
}
