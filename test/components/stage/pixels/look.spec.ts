/** The look at the pixels finds each defect that was planted, and nothing in the same state without it. */
import type { Page } from '@playwright/test';
import { looks } from '../looks.ts';
import type { MockedMain } from '../mocked-main.ts';
import { expect, test } from '../test.ts';
import { attemptOf, listed } from '#test/fixtures/shown/attempts.ts';
import { pixelFindings } from './findings.ts';

const settings = looks[1];
const seven = ['Ana', 'Beto', 'Celia', 'Dora', 'Elías', 'Fidel', 'Graciela'];

interface Planted {
  readonly scene?: object;
  readonly arrange?: (main: MockedMain) => void;
  readonly steps?: (page: Page) => Promise<void>;
  /** Does what a stylesheet can't. */
  readonly plant?: (page: Page) => Promise<void>;
  readonly css: string;
  readonly found: RegExp;
}

const planted: Readonly<Record<string, Planted>> = {
  'the currency sign under its field': {
    css: '[data-field="amount"] label + div > span { z-index: auto !important; }',
    found: /^painted over: “B\/\.”/,
  },
  'the list of names over the title of the sign-in': {
    scene: { access: { kind: 'signed-out', names: seven } },
    steps: async (page) => {
      await page.getByRole('combobox', { name: 'Operador' }).pressSequentially('c');
      await page.getByRole('option', { name: 'Celia' }).waitFor();
    },
    css: '.mantine-Autocomplete-dropdown { margin-top: -130px; height: 130px; }',
    found: /^painted over: “Entrar”/,
  },
  'a button that is cut by the edge of its column': {
    css: '.mantine-Button-label { white-space: nowrap; } aside .mantine-Button-root { max-width: 110px; }',
    found: /^cut: “Revisar”/,
  },
  'a label that ends in an ellipsis': {
    css: '[data-field="concept"] label { width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }',
    found: /^cut: “Concepto”/,
  },
  'a kind of payment that is shortened though its title has the whole': {
    scene: { role: 'supervisor', operatorName: 'Celia', screen: 'history' },
    arrange: (main) => {
      main.history.search.answers({ attempts: [listed(attemptOf('authorize', 'approved'))], more: false });
    },
    steps: (page) => page.getByRole('gridcell', { name: 'Preautorizado' }).first().waitFor(),
    css: '[role="gridcell"] { max-width: 80px; } [role="gridcell"] * { white-space: nowrap !important; }',
    found: /^(?:shortened|cut): “Preautoriza(?:ción|do)”/,
  },
  'an example that is wider than its field': {
    css: '#charge-cardNumber { width: 120px; }',
    found: /^cut: “0000 0000 0000 0000”/,
  },
  'a field beyond its column': { css: '[data-field="amount"] { width: 300%; }', found: /^beyond: “Monto/ },
  'an icon on a line of its own': {
    scene: { vault: { reason: 'locked-now' } },
    steps: (page) => page.getByRole('status').filter({ visible: true }).first().waitFor(),
    css: '[data-tone] { flex-wrap: wrap; } [data-tone] > svg + * { flex-basis: 100% !important; }',
    found: /^alone: “/,
  },
  'a ring of the focus that a pane cuts off': {
    css: 'div:has(> .mantine-Button-root) { overflow: auto; }',
    found: /^ring cut: “Revisar/,
  },
  'two primary buttons with one key': {
    css: '',
    plant: (page) =>
      page.evaluate(() => {
        const review = document.querySelector('aside .mantine-Button-root');
        const copy = review?.cloneNode(true);
        if (copy instanceof HTMLElement) copy.dataset['planted'] = 'true';
        review?.after(copy ?? '');
      }),
    found: /^two primaries: /,
  },
};

for (const [name, { scene, arrange, steps, plant, css, found }] of Object.entries(planted)) {
  test(`a planted defect is found: ${name} @thorough`, async ({ show, page, main }) => {
    arrange?.(main);
    await show({ settings, ...scene });
    await steps?.(page);
    await expect.poll(() => pixelFindings(page)).toEqual([]);
    await plant?.(page);
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }, css);
    await expect.poll(() => pixelFindings(page)).toContainEqual(expect.stringMatching(found));
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
      document.querySelector('[data-planted]')?.remove();
    });
  });
}
