/** An optional field that is absent shows nothing. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FactList, keyedRows } from '#renderer/features/charge/payment-facts.tsx';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

startBothLanguages();

test('the summary has no row for a text that is absent or empty', () => {
  const t = i18next.getFixedT('en') as unknown as Translate;
  const rows = keyedRows(t, 'json', null, { concept: 'Room 12', email: undefined, phone: '' });
  expect(renderToStaticMarkup(<FactList rows={rows} />).replace(/<[^>]*>/g, '|')).toBe('||||Concept||Room 12||||');
});
