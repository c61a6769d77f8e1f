/** A ledger that reverts under a running seat, as after a failover or a restore: no payment becomes `not-sent`. */
import { describe, expect, it, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import { withStore, enginesOfSameSql } from '#test/fixtures/ledger/engines.ts';
import { capture, guard, newAttempt, record, refused, value } from '#test/fixtures/examples.ts';

describe.each(enginesOfSameSql)('a ledger on %s that reverts under a running seat', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made));

  /** Resets an answered attempt to the row that `begin` wrote. */
  const setBack = (id: string, changes: { readonly id?: string } = {}): Promise<void> =>
    ledger.engine.write(async (trx) => {
      await trx.deleteFrom('holds').where('id', '=', id).execute();
      await trx
        .updateTable('attempts')
        .set({ state: 'sending', standing: 'sending', answered_at: null, cod_oper: null, ...changes })
        .where('id', '=', id)
        .execute();
    });

  it('gets the answer of an approved authorization again, and its hold', async () => {
    const id = await record(ledger);
    const { answeredAt, references } = (await ledger.show(id)) ?? {};
    await setBack(id);
    await ledger.recover();
    expect(await ledger.show(id)).toMatchObject({ state: 'approved', answeredAt, references });
    expect(await ledger.hold(id)).toMatchObject({ state: 'open' });
  });

  it('gets the answer of an approved capture again, and its hold can’t be captured again', async () => {
    const holdId = await record(ledger);
    const captured = await record(ledger, capture(holdId));
    await ledger.engine.write(async (trx) => {
      await trx
        .updateTable('attempts')
        .set({ state: 'sending', standing: 'sending', answered_at: null })
        .where('id', '=', captured)
        .execute();
      await trx.updateTable('holds').set({ state: 'capturing' }).where('id', '=', holdId).execute();
    });
    await ledger.recover();
    expect(await ledger.hold(holdId)).toMatchObject({ state: 'captured' });
    const again = await ledger.begin(capture(holdId), null);
    expect(again).toMatchObject({ ok: false, failure: { kind: 'hold-not-open' } });
  });

  it('gets the answer of a declined sale again', async () => {
    const id = await record(ledger, newAttempt({ operation: 'sell' }), refused('declined', '51'));
    await setBack(id);
    await ledger.recover();
    expect(await ledger.show(id)).toMatchObject({ id, state: 'declined', service: { code: '51' } });
  });

  it('does not let the card of an approved sale through again', async () => {
    const sale = newAttempt({ operation: 'sell' });
    await setBack(await record(ledger, sale));
    await ledger.recover();
    const again = newAttempt({ operation: 'sell', cardFingerprint: sale.cardFingerprint });
    expect(await ledger.begin(again, guard())).toMatchObject({ ok: false, failure: { kind: 'duplicate' } });
  });

  it('marks an attempt of this seat without a known answer as unknown, never as not sent', async () => {
    const id = await record(ledger);
    const stranger = newId();
    await setBack(id, { id: stranger });
    expect(await ledger.recover()).toMatchObject([{ id: stranger, state: 'unknown', unknownCause: 'crash' }]);
    expect(await ledger.recover()).toEqual([]);
  });

  it('gets the answer again although a later begin of the same draft failed', async () => {
    const attempt = newAttempt();
    const id = await record(ledger, attempt);
    const away = vi.spyOn(ledger.engine, 'transact').mockRejectedValueOnce(new LedgerUnavailable('other', 'away'));
    const later = new Date(Date.parse(attempt.startedAt) + 1000).toISOString();
    await expect(ledger.begin({ ...attempt, startedAt: later }, guard())).rejects.toThrow('away');
    away.mockRestore();
    await setBack(id);
    await ledger.recover();
    expect(await ledger.show(id)).toMatchObject({ id, state: 'approved' });
  });

  it('leaves an attempt that still awaits its answer alone', async () => {
    const { id } = value(await ledger.begin(newAttempt(), guard()));
    expect(await ledger.recover()).toEqual([]);
    expect(await ledger.show(id)).toMatchObject({ state: 'sending' });
  });
});
