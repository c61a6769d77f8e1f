/** Texts that the page reads, and how often it looks them up. */
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import {
  firstTextsOf,
  readLaterTexts,
  showLanguage,
  showTextsTo,
  startLanguages,
  useText,
} from '#renderer/words/i18n.ts';
import { catalogues } from '#shared/locales/catalogues.ts';
import { later } from '#shared/locales/en/later.ts';

/** Texts that a component reads at each of its renders. */
const rendered: string[] = [];
vi.mock('react', () => ({
  useSyncExternalStore: (subscribe: (listener: () => void) => void, read: () => ReturnType<typeof useText>) => {
    subscribe(() => rendered.push(read().t('help:title')));
    return read();
  },
}));

test('all texts of the later screens are announced once, though two parts ask for them together', async () => {
  startLanguages('en', { en: await firstTextsOf('en') });
  expect(useText().t('help:title')).toBe('title');
  await Promise.all([readLaterTexts('en'), readLaterTexts('en')]);
  expect(rendered).toEqual([later.help.title]);
  expect(i18next.getDataByLanguage('en')).toMatchObject({ ...later });
});

test('a text without values, and a table of texts, is found once in each language', async () => {
  const { t } = useText();
  const first = t('action.close');
  const themes = () => t('settings:seat.choices.theme.options', { returnObjects: true });
  const { light } = themes();
  const store = i18next.services.resourceStore as unknown as { readonly getResource: () => unknown };
  const find = vi.spyOn(store, 'getResource');
  expect([first, t('action.close'), useText().t('action.close')]).toEqual(['Close', 'Close', 'Close']);
  expect([light, themes().light]).toEqual(['Light', 'Light']);
  expect(find).not.toHaveBeenCalled();
  expect([t('wait.since', { count: 1 }), t('wait.since', { count: 4 })]).toEqual(['1 second', '4 seconds']);
  vi.stubGlobal('document', { documentElement: {} });
  await showLanguage('es');
  expect(useText()).toMatchObject({ language: 'es' });
  expect(useText().t('action.close')).toBe('Cerrar');
});

test('the language that was chosen last is shown, whichever has its texts first', async () => {
  i18next.removeResourceBundle('es', 'common');
  await Promise.all([showLanguage('en'), showLanguage('es'), showLanguage('en')]);
  expect([useText().language, document.documentElement.lang]).toEqual(['en', 'en-GB']);
});

test('a supervisor reads what they do themselves, and everybody else whom to ask', async () => {
  await showLanguage('en');
  const { outcomes } = catalogues.en;
  for (const role of ['supervisor', 'back-office', 'supervisor', undefined] as const) {
    showTextsTo(role);
    const own = role === 'supervisor';
    expect(useText().t('outcomes:unknown.next')).toBe(outcomes.unknown[own ? 'next_supervisor' : 'next']);
    expect(useText().t('failures:merchant-incomplete.body', { missing: 'x' })).toContain(own ? 'Complete it' : 'Ask a');
    expect(useText().t('action.close')).toBe('Close');
  }
});

test.each(Object.entries(catalogues))('no text of %s tells a supervisor to ask one', (_language, texts) => {
  const leaves = (node: object, path: string): readonly (readonly [string, string])[] =>
    Object.entries(node).flatMap(([key, value]: [string, string | object]) =>
      typeof value === 'string' ? [[`${path}${key}`, value] as const] : leaves(value, `${path}${key}.`),
    );
  const all = new Map(leaves(texts, ''));
  const asking =
    /(ask|call|tell) a supervisor|(a|al|un) supervisor (looks|que|consulta|revise)|(pida|pregunte|consulte|llame|avise)( ayuda)? a un supervisor/i;
  const unreadByThem = ['charge.tax.askSupervisor', 'unconfirmed.readOut.title'];
  expect(
    [...all]
      .filter(([key, text]) => asking.test(text) && !all.has(`${key}_supervisor`))
      .map(([key]) => key)
      .toSorted(),
  ).toEqual(unreadByThem);
  expect(
    [...all.keys()].filter((key) => key.endsWith('_supervisor') && !all.has(key.slice(0, -'_supervisor'.length))),
  ).toEqual([]);
});
