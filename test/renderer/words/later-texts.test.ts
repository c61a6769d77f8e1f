/** The texts of the screens that open later come to the page at once. */
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { firstTextsOf, readLaterTexts, startLanguages } from '#renderer/words/i18n.ts';
import { later } from '#shared/locales/en/later.ts';

test('all texts of the later screens are announced once, though two parts ask for them together', async () => {
  startLanguages('en', { en: await firstTextsOf('en') });
  const announced: string[] = [];
  i18next.store.on('added', (_language: string, namespace: string) => announced.push(namespace));
  await Promise.all([readLaterTexts('en'), readLaterTexts('en')]);
  expect(announced).toEqual([Object.keys(later).at(-1)]);
  expect(i18next.getDataByLanguage('en')).toMatchObject({ ...later });
});
