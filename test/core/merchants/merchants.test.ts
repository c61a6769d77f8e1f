/** Merchants: training by default, secrets stored apart, one active. The settings of the seat as well. */
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { describe, expect } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { merchantPlace } from '#electron/core/policy/secret-places.ts';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { createSeat } from '#electron/core/seat.ts';
import { firstSettings } from '#shared/seat/settings.ts';
import { trainingTexts } from '#electron/shell/words.ts';
import type { SeatSettings } from '#shared/seat/settings.ts';
import type { Language } from '#shared/languages.ts';
import { failed } from '#shared/failure.ts';
import { held, unset } from '#test/fixtures/shown/seat.ts';
import { createWorld, aMerchant, secrets, trainingOrigin, useMerchant } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

describe('a new installation', () => {
  test('starts in training, ready to authorize with the keys of the running gateway', async ({ world }) => {
    expect(await world.merchants.activeView()).toMatchObject({
      builtIn: true,
      active: true,
      has: { cclw: held, apiKey: held, clientCertificate: unset },
      merchant: { environment: 'training', baseUrl: 'https://localhost:1', extraCa: 'PEM', proxy: { kind: 'none' } },
    });
    expect(await world.merchants.of('training')).toMatchObject({
      ok: true,
      value: { secrets: { cclw: trainingOrigin.cclw, apiKey: trainingOrigin.apiKey } },
    });
  });

  test('names its practice merchant in one language, which follows the seat, with rates for practice', async () => {
    let language: Language = 'en';
    const world = await createWorld({ trainingTexts: () => trainingTexts(language) });
    const told = async () => {
      const { name, defaultConcept, defaultDescription, taxRates } = (await world.merchants.activeView()).merchant;
      expect([name, defaultConcept, defaultDescription].join(), 'no second language beside it').not.toContain('/');
      expect(taxRates).toEqual([700, 0, 1000, 1500]);
      return [name, world.merchants.active().name, (await world.merchants.list())[0]?.merchant.name];
    };
    expect(new Set(await told())).toEqual(new Set(['Training']));
    language = 'es';
    expect(new Set(await told())).toEqual(new Set(['Práctica']));
  });

  test('needs no key store for training', async ({ world }) => {
    world.keyStore.available = false;
    expect(await world.merchants.of('training')).toMatchObject({ ok: true });
  });
});

describe('a merchant', () => {
  test('is still active and has its secrets after a restart', async ({ world }) => {
    await useMerchant(world, aMerchant({ taxRates: [1000] }));
    const later = await createWorld({ folder: world.folder });
    expect(later.merchants.active()).toMatchObject({ id: 'shop', taxRates: [1000] });
    expect(await later.merchants.of('shop')).toMatchObject({ ok: true, value: { secrets } });
  });

  test('is stored without its secrets', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const text = readFileSync(join(world.folder, 'merchants.json'), 'utf8');
    expect(text).toContain('sandbox.example.com');
    for (const secret of [secrets.cclw, 'KEY1', 'KEY2']) expect(text).not.toContain(secret);
  });

  test('shows which secrets are in the vault and never their values', async ({ world }) => {
    await useMerchant(world, aMerchant(), { cclw: 'ABCDEF0123' });
    const views = await world.merchants.list();
    expect(views.map(({ merchant, has }) => [merchant.id, has])).toEqual([
      ['training', { cclw: held, apiKey: held, clientCertificate: unset }],
      ['shop', { cclw: { set: true, ending: '0123' }, apiKey: unset, clientCertificate: unset }],
    ]);
    expect(JSON.stringify(views)).not.toContain('ABCDEF0123');
  });

  test('keeps the secrets that a change leaves out, and removes one that is null', async ({ world }) => {
    await useMerchant(world, aMerchant());
    await world.merchants.save({ merchant: aMerchant({ name: 'Shop two' }), secrets: {} });
    expect(await world.merchants.of('shop')).toMatchObject({ value: { secrets, merchant: { name: 'Shop two' } } });
    await world.merchants.save({ merchant: aMerchant(), secrets: { apiKey: null } });
    expect(await world.merchants.of('shop')).toMatchObject({ value: { secrets: { ...secrets, apiKey: null } } });
    await world.merchants.save({ merchant: aMerchant(), secrets: { cclw: '  NEWCODE  ' } });
    expect(await world.merchants.of('shop')).toMatchObject({ value: { secrets: { cclw: 'NEWCODE', apiKey: null } } });
  });

  test('can be saved but not used without a web code, which its keys require', async ({ world }) => {
    expect(await world.merchants.save({ merchant: aMerchant(), secrets: {} })).toMatchObject({ ok: true });
    const incomplete = { ok: false, failure: { kind: 'merchant-incomplete', missing: ['cclw'] } };
    expect(await world.merchants.of('shop')).toEqual(incomplete);
    expect(await world.merchants.save({ merchant: aMerchant(), secrets: { apiKey: 'A|B' } })).toEqual(incomplete);
  });

  test.for([
    ['with a name in use, in another case', { id: 'two', name: 'sHOP' }, { kind: 'name-taken' }],
    ['with the name of the built-in one', { id: 'two', name: 'training' }, { kind: 'name-taken' }],
    ['in place of the built-in one', { id: 'training' }, { kind: 'invalid', issues: [{ path: 'merchant.id' }] }],
    [
      'as a second one for training',
      { environment: 'training' },
      { kind: 'invalid', issues: [{ path: 'merchant.environment' }] },
    ],
  ] as const)('can’t be saved %s', async ([_how, changes, failure], { world }) => {
    await useMerchant(world, aMerchant());
    const result = await world.merchants.save({ merchant: aMerchant(changes), secrets: {} });
    expect(result).toMatchObject({ ok: false, failure });
    expect(await world.merchants.list()).toHaveLength(2);
  });

  test('can’t be removed while it is the built-in one', async ({ world }) => {
    expect(await world.merchants.remove('training')).toEqual({ ok: false, failure: { kind: 'not-found' } });
  });

  test('takes its secrets along when it is removed, and training becomes active', async ({ world }) => {
    await useMerchant(world, aMerchant());
    expect(await world.merchants.remove('shop')).toMatchObject({ ok: true });
    expect(world.merchants.active().id).toBe('training');
    expect(await world.vault.secretsOf('shop', merchantPlace(aMerchant()))).toEqual({ ok: true, value: null });
    expect(await world.merchants.activate('shop')).toEqual({ ok: false, failure: { kind: 'not-found' } });
  });

  test('is not stored when its secrets can’t be stored', async ({ world }) => {
    world.keyStore.available = false;
    const saved = await world.merchants.save({ merchant: aMerchant(), secrets });
    expect(saved).toEqual({ ok: false, failure: { kind: 'vault', reason: 'no-key-store' } });
    expect(await world.merchants.list()).toHaveLength(1);
  });

  test('takes new secrets when its old ones can’t be decrypted and all are keyed again', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const later = await createWorld({ folder: world.folder });
    later.keyStore.key = 2;
    const part = await later.merchants.save({ merchant: aMerchant(), secrets: { apiKey: 'N|EW' } });
    expect(part).toEqual({ ok: false, failure: { kind: 'vault', reason: 'cannot-decrypt' } });
    const whole = await later.merchants.save({ merchant: aMerchant(), secrets: { ...secrets, apiKey: 'N|EW' } });
    expect(whole).toMatchObject({ ok: true });
    // What the seat saved last was lost with the key, so a supervisor looks at it.
    expect(await later.merchants.of('shop')).toMatchObject({ failure: { kind: 'damaged-file' } });
    await later.seals.decide('merchants');
    // Secrets from before the decision are gone, because removing the record may have made somebody a supervisor.
    expect(await later.merchants.of('shop')).toMatchObject({ failure: { kind: 'merchant-incomplete' } });
    await later.merchants.save({ merchant: aMerchant(), secrets: { ...secrets, apiKey: 'N|EW' } });
    expect(await later.merchants.of('shop')).toMatchObject({ value: { secrets: { apiKey: 'N|EW' } } });
  });

  test('notifies the windows when it is changed, activated or removed', async ({ world }) => {
    await useMerchant(world, aMerchant());
    await world.merchants.remove('shop');
    expect(world.events.map((event) => event.name)).toEqual(Array<string>(3).fill('merchants.changed'));
  });
});

describe('the field of the AUTH_TOKEN', () => {
  test('is confirmed as the operator saw it on the screen', async ({ world }) => {
    await useMerchant(world, aMerchant({ captureTokenField: 'TokenRef' }));
    const other = await world.merchants.confirmCaptureField('shop', 'AuthRefNum');
    expect(other).toEqual({ ok: false, failure: { kind: 'merchant-changed' } });
    await world.merchants.confirmCaptureField('shop', 'TokenRef');
    expect(world.merchants.active().captureTokenFieldConfirmed).toBe(true);
  });

  test('has to be confirmed again when it changes', async ({ world }) => {
    await useMerchant(world, aMerchant({ captureTokenFieldConfirmed: true }));
    const changed = aMerchant({ captureTokenFieldConfirmed: true, captureTokenField: 'TokenRef' });
    await world.merchants.save({ merchant: changed, secrets: {} });
    expect(world.merchants.active().captureTokenFieldConfirmed).toBe(false);
  });
});

describe('the seat', () => {
  const defaults: SeatSettings = firstSettings({ locale: 'es-PA', machine: 'caja-norte' });

  test('starts in the language of the system with the name of the computer', () => {
    expect(defaults).toEqual(aSeat({ language: 'es', theme: 'system', seat: 'caja-norte' }));
    expect(firstSettings({ locale: 'de-DE', machine: ' ' })).toEqual(aSeat({ theme: 'system' }));
  });

  test('keeps saved settings, and the former ones when saving fails', () => {
    let stored: SeatSettings | null = null;
    let full = false;
    const events: string[] = [];
    const store = {
      unread: null,
      read: () => stored,
      write(next: SeatSettings) {
        if (full) throw new Error('ENOSPC: no space left on device');
        stored = next;
      },
    };
    const seat = createSeat(store, defaults, (name) => void events.push(name), noPolicy);
    const next = aSeat({ theme: 'dark', seat: 'Caja 9' });
    expect(seat.save(next)).toEqual({ ok: true, value: next });
    full = true;
    expect(seat.save(defaults)).toEqual(
      failed({ kind: 'file', doing: 'write', detail: 'ENOSPC: no space left on device' }),
    );
    expect([seat.settings(), stored, events]).toEqual([next, next, ['seat.changed']]);
  });
});
