/** Documents of a newer version of the program: left unchanged, and reported where the operator looks. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onJournal } from '#test/fixtures/ledger/journal-in.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';

test('operators of a newer version prevent sign-in, and the screen names the file and the required program', async ({
  startApp,
  userData,
}) => {
  const file = path.join(userData, 'operators.json');
  const bytes = '{"version":2,"people":"of a later time"}';
  mkdirSync(userData, { recursive: true });
  writeFileSync(file, bytes);
  const page = await firstWindow(await startApp());
  await expect(page.getByRole('alert')).toContainText('This seat needs the newer version of Caja');
  await expect(page.getByRole('alert')).toContainText(file);
  expect(
    await page.evaluate(() =>
      window.caja.call('session', 'createSupervisor', { name: 'Mal', passcode: 'not-so-fast' }),
    ),
  ).toMatchObject({ ok: false });
  expect(readFileSync(file, 'utf8')).toBe(bytes);
});

test('settings and a journal of a newer version stay unchanged, which a refused save and a banner report', async ({
  startApp,
  userData,
}) => {
  const bytes = '{"version":2,"seat":{"name":"Caja 7"}}';
  const seat = path.join(userData, 'seat.json');
  mkdirSync(userData, { recursive: true });
  writeFileSync(seat, bytes);
  const kept = path.join(userData, 'journal.db');
  onJournal(kept, (database) =>
    database.exec('pragma journal_mode = wal; pragma user_version = 99; create table entries (later text)'),
  );
  const newer = readFileSync(kept);

  const page = await firstWindow(await startApp());
  const saved = await callBridge(page, 'seat', 'save', aSeat({ language: 'es', theme: 'dark', seat: 'Caja 8' }));
  expect(saved).toEqual({ ok: false, failure: { kind: 'newer-file', file: seat } });
  const banner = page.getByRole('status').filter({ hasText: 'No payment can be sent' });
  await expect(banner).toContainText('A newer version of Caja keeps this payment database now. Update Caja');
  expect([readFileSync(seat, 'utf8'), readFileSync(kept)]).toEqual([bytes, newer]);
});
