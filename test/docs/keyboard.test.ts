/** `docs/keyboard.md` has every key of the program, with the program's own words in both languages. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { listKeys } from '#renderer/features/help/help-dialog.tsx';
import { screens } from '#renderer/session/navigation.tsx';
import { twins } from '#renderer/ui/shortcuts.tsx';
import type { Language } from '#shared/languages.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

startBothLanguages();
/** Returns the text of a key such as `help:title`; without a namespace, of the common ones. */
const wordsOf = (language: Language, text: string): string => {
  const [namespace = '', key] = text.includes(':') ? text.split(':') : ['common', text];
  return String(i18next.getResource(language, namespace, key ?? ''));
};

/** Rows of the page below their headings: keys, and the key of the text that names what they do. */
const chapters = {
  Everywhere: [
    ...screens.map((screen, index) => [`Mod+${index + 1}`, `nav.${screen}`]),
    ['F2', 'charge:title'],
    ['Mod+K', 'palette:open'],
    ['Mod+Shift+M', 'palette:chooseMerchant'],
    ['Mod+Shift+L', 'palette:otherLanguage'],
    ['F10', 'unconfirmed:title'],
    ['F1', 'help:title'],
    ['Mod+L', 'seat.lock'],
  ],
  'In the command palette': [['Mod+P', 'printing:receipt']],
  'On Charge': [
    ['F8', 'charge:action.mode'],
    ['Mod+I', 'charge:action.taxRate'],
    ['F5', 'charge:customers.find'],
    ['Shift+Enter', 'history:again.open'],
    ['F6', 'charge:action.reading'],
    ['F7', 'charge:more.show'],
    ['Mod+Shift+Backspace', 'charge:clear'],
    ['F9', 'charge:action.send'],
    ['Escape', 'charge:review.back'],
  ],
  'At the result of a payment': [
    ['F3', 'charge:action.mend'],
    ['F3', 'outcomes:next.captureNow'],
    ['F3', 'unconfirmed:readOut.copy'],
    ['Mod+G', 'outcomes:next.showHold'],
    ['Mod+G', 'action.openInHistory'],
    ['Mod+E', 'unconfirmed:resolve'],
    ['F4', 'printing:receipt'],
    ['Mod+P', 'printing:receipt'],
    ['Mod+Shift+P', 'printing:pdf'],
    ['Mod+Shift+C', 'printing:copyLink'],
  ],
  'On Holds': [
    ['Enter', 'holds:review.open'],
    ['F9', 'operation.capture'],
    ['Mod+Shift+X', 'reversals:void.open'],
    ['Mod+Shift+H', 'holds:review.showPayment'],
    ['Mod+.', 'holds:batch.stop'],
    ['Mod+P', 'printing:print'],
  ],
  'On History': [
    ['Mod+Shift+F', 'history:filter.label'],
    ['Mod+J', 'history:jump.label'],
    ['Mod+S', 'history:views.save'],
    ['Mod+Shift+X', 'reversals:refund.open'],
    ['Mod+Shift+E', 'history:export.asCsv'],
  ],
  'On Reports': [
    ['Alt+ArrowLeft', 'reports:earlier'],
    ['Alt+ArrowRight', 'reports:later'],
    ['F9', 'reports:close.action'],
    ['Mod+Shift+E', 'history:export.csv'],
  ],
  'On Settings': [['Mod+S', 'settings:save']],
  'In a list': listKeys.map(({ does, keys }) => [keys.join(', '), `help:keys.${does}`]),
} as const satisfies Readonly<Record<string, readonly (readonly [string, string] | readonly string[])[]>>;

const rows = Object.values(chapters).flatMap((chapter) => chapter.map(([keys = '', text = '']) => ({ keys, text })));

/** The program's source, by which a new key is noticed. */
const sources = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).map((file) =>
  readFileSync(path.join(root, file), 'utf8'),
);

const written = (keys: string): string =>
  keys.replaceAll('Mod', 'Ctrl').replaceAll('Escape', 'Esc').replaceAll('ArrowLeft', '←').replaceAll('ArrowRight', '→');

const lineOf = (keys: string, text: string): string => {
  const twin = twins[keys];
  const cells = [
    [keys, ...(twin === undefined ? [] : [twin])].map(written).join(', '),
    wordsOf('en', text),
    wordsOf('es', text),
  ];
  return `| ${cells.join(' | ')} |`;
};

const page = readFileSync(path.join(root, 'docs/keyboard.md'), 'utf8');

test.each(Object.entries(chapters))('the page lists the keys: %s', (heading, chapter) => {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Key'));
  expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual(
    chapter.map(([keys = '', text = '']) => lineOf(keys, text)),
  );
});

test('no key of the program is missing on the page, and none is left there that is gone', () => {
  const key = /['"]((?:(?:Mod|Alt|Shift)\+)+[^'" ]+|F\d+)['"]|\b(F\d+):/g;
  const found = sources.flatMap((source) => [...source.matchAll(key)].map(([, one, other]) => one ?? other ?? ''));
  const own = new Set([...found, ...screens.map((_screen, index) => `Mod+${index + 1}`)]);
  const listed = new Set(
    rows.flatMap(({ keys }) => keys.split(', ')).flatMap((keys) => [keys, ...(keys in twins ? [twins[keys]] : [])]),
  );
  // macOS hides, minimises, closes and ends programs with these.
  expect([...own].filter((keys) => /^Mod\+[HMWQ]$/.test(keys ?? ''))).toEqual([]);
  const combined = [...listed].filter((keys = '') => /\+|^F\d/.test(keys));
  expect(new Set(combined)).toEqual(own);
});

test('every named action of the program stands on the page with its key', () => {
  const constants = new Map(
    sources.flatMap((source) =>
      [...source.matchAll(/const (\w+[kK]eys) = '([^']+)'/g)].map(([, name = '', keys = '']) => [name, keys]),
    ),
  );
  const actions = sources.flatMap((source) =>
    [...source.matchAll(/name: t\('([^']+)'\),\s*keys: (?:'([^']+)'|(\w+))/g)].map(([, text, keys, constant = '']) => ({
      keys: keys ?? constants.get(constant),
      text,
    })),
  );
  expect(actions.length).toBeGreaterThan(10);
  for (const action of actions) expect(rows).toContainEqual(action);
});
