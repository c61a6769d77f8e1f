/** The saved views of History: on disk for each operator, bounded, and without card numbers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSavedViews, mostOfSeat } from '#electron/core/records/saved-views.ts';
import { openDocument } from '#electron/documents/document-store.ts';
import { viewsDocument } from '#electron/documents/seat-documents.ts';
import { contract } from '#shared/contract/contract.ts';
import { mostViews, type StoredViews } from '#shared/ledger/saved-views.ts';
import { savedView } from '#test/fixtures/call-arguments.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const ana = { name: 'Ana', role: 'cashier' } as const;
const beto = { name: 'Beto', role: 'supervisor' } as const;

/** A seat whose program can start again on the same folder. */
function seat() {
  const folder = temporaryFolder();
  const now = () => new Date('2026-11-20T17:00:00.000Z');
  const start = () => createSavedViews({ store: openDocument({ open: openConf, folder, now }, viewsDocument) });
  return { start, text: () => readFileSync(join(folder, 'views.json'), 'utf8') };
}
/** A store in memory with a view of each operator. */
function storeOf(names: readonly string[]) {
  let content: StoredViews | null = { views: names.map((savedBy) => ({ savedBy, view: savedView })) };
  const write = (next: StoredViews): void => void (content = next);
  return { store: { read: () => content, write, unread: null } };
}
const named = (name: string) => ({ ...savedView, name });

describe('a saved view', () => {
  test('outlives the program, for its operator alone, by name', () => {
    const { start } = seat();
    start().save(named('Zoom'), null, ana);
    start().save(named('ámbar'), null, ana);
    start().save(named('Beto’s'), null, beto);
    expect(start().of(ana)).toEqual([named('ámbar'), named('Zoom')]);
    expect(start().of(beto)).toEqual([named('Beto’s')]);
  });

  test('takes the place of the one with its name and of the one that it was before, and no other’s', () => {
    const { start } = seat();
    const views = start();
    for (const [name, actor] of [
      ['Sales', ana],
      ['Late', ana],
      ['Sales', beto],
    ] as const)
      views.save(named(name), null, actor);
    expect(views.save({ ...named('SÁLES'), text: 'luis' }, null, ana)).toEqual({
      ok: true,
      value: [named('Late'), { ...named('SÁLES'), text: 'luis' }],
    });
    expect(views.save(named('Evening'), 'Late', ana)).toMatchObject({
      value: [{ name: 'Evening' }, { name: 'SÁLES' }],
    });
    expect(views.of(beto)).toEqual([named('Sales')]);
  });

  test('is gone from the disk once it is removed', () => {
    const { start, text } = seat();
    start().save({ ...savedView, text: 'Quispe' }, null, ana);
    expect(text()).toContain('Quispe');
    expect(start().remove(savedView.name, beto)).toEqual({ ok: true, value: [] });
    expect(start().of(ana)).toHaveLength(1);
    expect(start().remove(savedView.name, ana)).toEqual({ ok: true, value: [] });
    expect(text()).not.toContain('Quispe');
  });

  test('is refused beyond the most of an operator, who can still change one', () => {
    const views = seat().start();
    for (let index = 0; index < mostViews; index++) views.save(named(`View ${index}`), null, ana);
    expect(views.save(named('One more'), null, ana)).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    expect(views.save(named('view 7'), null, ana)).toMatchObject({ ok: true });
    expect(views.save(named('Renamed'), 'View 3', ana)).toMatchObject({ ok: true });
    expect(views.of(ana)).toHaveLength(mostViews);
    expect(views.save(named('Another’s'), null, beto)).toMatchObject({ ok: true });
  });

  test('of one operator never takes the place of another’s, however many the seat has', () => {
    const { store } = storeOf(Array.from({ length: 1_000 }, (_, index) => `Operator ${index}`));
    const views = createSavedViews({ store });
    expect(views.save(named('One more'), null, ana)).toMatchObject({ ok: true });
    expect(views.of({ name: 'Operator 0', role: 'cashier' })).toHaveLength(1);
    const full = createSavedViews(storeOf(Array.from({ length: mostOfSeat }, (_, index) => `Operator ${index}`)));
    expect(full.save(named('One more'), null, ana)).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
  });

  test('takes no card number in its name, its text or its operator, and only days and short names', () => {
    const { input } = contract.history.saveView;
    const takes = (changes: object) => input.safeParse({ view: { ...savedView, ...changes } }).success;
    expect(takes({})).toBe(true);
    expect(takes({ days: { kind: 'range', fromDay: '2026-11-01', untilDay: '' } })).toBe(true);
    const card = '4059 3101 8175 7001';
    for (const changes of [{ name: card }, { text: card }, { text: '4059 3101 8175' }, { operatorName: card }])
      expect(takes(changes), JSON.stringify(changes)).toBe(false);
    for (const changes of [
      { name: ' ' },
      { name: 'x'.repeat(41) },
      { days: { kind: 'range', fromDay: card, untilDay: '' } },
    ])
      expect(takes(changes), JSON.stringify(changes)).toBe(false);
  });
});
