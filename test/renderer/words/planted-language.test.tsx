/** A language that stands in the table of languages alone is led through choices, formats, dates and what the seat starts with. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, expectTypeOf, test, vi } from 'vitest';
import { paperFormats } from '#electron/paper/paper-words.ts';
import { AccessScreen } from '#renderer/features/sign-in/access-screen.tsx';
import { startOfWeek } from '#renderer/ui/dates/calendar-days.ts';
import { readDay, writtenDay } from '#renderer/ui/dates/day-text.ts';
import { firstTextsOf } from '#renderer/words/i18n.ts';
import { formatsOf } from '#renderer/words/formats.ts';
import { guideOf } from '#renderer/words/guide/guide.ts';
import { allLanguages, languageOf, nextLanguage, type Language } from '#shared/languages.ts';
import type * as Table from '#shared/languages.ts';
import { catalogues } from '#shared/locales/catalogues.ts';
import { countFormatter } from '#shared/locales/counts.ts';
import { firstSettings, seatSettingsSchema } from '#shared/seat/settings.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

vi.mock('#shared/languages.ts', async (original) => {
  const table = await original<typeof Table>();
  Object.assign(table.languages, { pt: { name: 'Português', tag: 'pt-BR', weekStart: 0, month: '2-digit' } });
  Reflect.apply(Array.prototype.push, table.allLanguages, ['pt']);
  Reflect.apply(Array.prototype.push, table.languageChoices, [{ value: 'pt', label: 'Português' }]);
  return table;
});

const planted = 'pt' as Language;
startBothLanguages();

test('a planted language is chosen by the system, by settings and by the switch, which goes round', () => {
  const settings = firstSettings({ locale: 'pt_BR', machine: 'Caixa 1' });
  expect(settings.language).toBe(planted);
  expect(seatSettingsSchema.parse(settings)).toEqual(settings);
  expect([languageOf('es-PA'), languageOf('pt'), languageOf('de-DE')]).toEqual(['es', planted, 'en']);
  expect(allLanguages.map(nextLanguage)).toEqual(['es', planted, 'en']);
});

test('a planted language is a button by its own name', () => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <AccessScreen access={{ kind: 'damaged', file: 'operators.json' }} band={null} onLanguage={() => undefined} />
    </MantineProvider>,
  );
  expect(markup).toContain('<span lang="pt">Português</span>');
  expect(markup).toContain('value="pt"');
});

test('figures, days and weeks on the page and on paper follow a planted language', () => {
  expect(formatsOf(planted, 'UTC').figure(123_456)).toBe('1.234,56');
  expect(paperFormats(planted, 'UTC').longDate('2026-11-23T12:00:00.000Z')).toMatch(/^segunda-feira, 23 de novembro/);
  for (const interpolationkey of ['count', 'done', 'total', 'of', 'max', 'charged', 'unclear', 'unknown'])
    expect(countFormatter.format(3000, undefined, planted, { interpolationkey }), interpolationkey).toBe('3.000');
  expect(countFormatter.format(3000, undefined, planted, { interpolationkey: 'code' })).toBe(3000);
  expect(writtenDay('2026-11-23', planted)).toBe('23/11/2026');
  expect(readDay('23 fevereiro', '2026-11-23')?.day).toBe('2026-02-23');
  expect(startOfWeek('2026-11-25', planted)).toBe('2026-11-22');
});

test('the texts and the guide of a language are demanded by its row', () => {
  expectTypeOf<keyof typeof catalogues>().toEqualTypeOf<Language>();
  expectTypeOf(firstTextsOf).parameter(0).toEqualTypeOf<Language>();
  for (const language of Object.keys(catalogues).map(languageOf)) {
    expect(guideOf(language).length).toBe(guideOf('en').length);
  }
});
