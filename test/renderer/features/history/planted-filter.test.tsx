/** A filter that stands in the table of filters alone is led through the form, chips, saved views, queries, terms and both engines. */
import { MantineProvider } from '@mantine/core';
import { createRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { FilterChips } from '#renderer/features/history/search/filter-chips.tsx';
import {
  countFilters,
  noFilter,
  toFilter,
  HistoryFilters,
} from '#renderer/features/history/search/history-filters.tsx';
import { shownBy, viewOf } from '#renderer/features/history/views/use-views.ts';
import type * as Table from '#shared/ledger/history-filters.ts';
import { historyQuerySchema } from '#shared/ledger/history.ts';
import { savedViewSchema, storedViewsSchema } from '#shared/ledger/saved-views.ts';
import { engines, makeStore } from '#test/fixtures/ledger/engines.ts';
import { approved, newAttempt, value } from '#test/fixtures/examples.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

vi.mock('#shared/ledger/history-filters.ts', async (original) => {
  const table = await original<typeof Table>();
  const { operatorName } = table.historyFilters;
  const choices = [{ value: 'Suite 4, piscina', word: 'label.concept' }];
  Object.assign(table.historyFilters, {
    planted: { ...operatorName, column: 'concept', term: '$q', label: 'label.concept', choices },
  });
  Object.assign(table.noChosenFilters, { planted: null });
  Reflect.apply(Array.prototype.push, table.historyFilterNames, ['planted']);
  return table;
});
vi.mock('#renderer/ui/clock.ts', () => ({ useToday: () => '2026-11-20' }));
vi.mock('#renderer/session/api.ts', () => ({ useCall: () => ({ data: [] }) }));

const suite = { planted: 'Suite 4, piscina' };
const keyed = { ...noFilter, ...suite };
startBothLanguages();

test('a planted filter has a control with its choices, and a chip', () => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <HistoryFilters boxRef={createRef()} keyed={keyed} onChange={() => undefined} />
      <FilterChips keyed={keyed} onChange={() => undefined} onEmpty={() => undefined} />
    </MantineProvider>,
  );
  expect(markup).toMatch(/<option value="Suite 4, piscina" selected="">Concept<\/option>/);
  expect(markup).toContain('Remove the filter Concept: Concept');
  expect(countFilters(keyed)).toBe(1);
});

test('a planted filter is saved with a view and read from it', () => {
  const view = viewOf('Suites', { keyed, order: 'newest' }, '2026-11-20');
  expect(savedViewSchema.parse(view)).toMatchObject(suite);
  const stored = storedViewsSchema.parse({ views: [{ savedBy: 'Ana', view }] });
  expect(stored.views[0]?.view).toMatchObject(suite);
  expect(shownBy(view, '2026-11-21').keyed).toMatchObject(suite);
});

test.each(engines)('a planted filter finds its payments on %s, with and without words', async (engine) => {
  const store = await makeStore(engine);
  const ledger = await store.open();
  const record = async (concept: string): Promise<string> => {
    const attempt = newAttempt({ operation: 'sell', concept });
    value(await ledger.begin(attempt, null));
    await ledger.finish(attempt.id, approved(), attempt.startedAt);
    return attempt.id;
  };
  const [wanted] = [await record('Suite 4, piscina'), await record('Suite 5')];
  for (const [text, order] of [
    ['', 'newest'],
    ['suite', 'newest'],
    ['', 'amount'],
    ['suite', 'amount'],
  ] as const) {
    const page = await ledger.search(historyQuerySchema.parse({ ...toFilter({ ...keyed, text }), order }));
    expect(page.attempts.map(({ id }) => id)).toEqual([wanted]);
  }
  expect(await ledger.count(toFilter(keyed))).toBe(1);
  await store.drop();
});
