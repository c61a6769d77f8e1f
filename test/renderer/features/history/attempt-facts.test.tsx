/** The details panel shows every shown field of the table, and the search names every searched one. */
import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { AttemptFacts } from '#renderer/features/history/attempt-facts.tsx';
import type { Translate } from '#renderer/words/i18n.ts';
import { searchCovers } from '#renderer/features/history/search/history-filters.tsx';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { en } from '#shared/locales/en.ts';
import { decimalText } from '#shared/payments/money.ts';
import { searchedFields, shownFields } from '#shared/payments/payment-fields.ts';
import { phoneText } from '#shared/words/phone-text.ts';
import { exampleFields, keptExamples, markOf } from '#test/fixtures/payment-fields.ts';
import { attempt, detailsOf } from '#test/fixtures/shown/attempts.ts';

beforeAll(() => startBothLanguages());

test.each(shownFields)('the details of an attempt show the keyed %s', (field) => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <AttemptFacts details={detailsOf(attempt(), keptExamples)} />
    </MantineProvider>,
  );
  const text = markup.replace(/<wbr\/?>/g, '').replace(/<[^>]*>/g, '|');
  const value = field === 'phone' ? phoneText(exampleFields.phone) : exampleFields[field];
  const shownText = typeof value === 'number' ? decimalText(value) : typeof value === 'string' ? value : markOf(field);
  expect(text).toContain(shownText);
});

test('the search names every field that it covers, each word once', () => {
  const covers = searchCovers(i18next.getFixedT('en') as unknown as Translate);
  for (const field of searchedFields) expect(covers.split(', ')).toContain(en.fields[field].sought);
  expect(new Set(covers.split(', ')).size).toBe(covers.split(', ').length);
});
