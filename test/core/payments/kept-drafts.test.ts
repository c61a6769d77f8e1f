/** What is typed of a payment over a restart: on disk without a card, for one operator and merchant, and for a day. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKeptDrafts } from '#electron/core/payments/kept-drafts.ts';
import { openDocument } from '#electron/documents/document-store.ts';
import { draftsDocument } from '#electron/documents/seat-documents.ts';
import { contract } from '#shared/contract/contract.ts';
import type { KeptDraft } from '#shared/payments/entry/kept-draft.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { aMerchant } from '#test/fixtures/world.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-11-20T17:00:00.000Z');
const ana = { name: 'Ana', role: 'cashier' } as const;
const beto = { name: 'Beto', role: 'supervisor' } as const;
const draft: KeptDraft = {
  operation: 'authorize',
  texts: { amount: '120.00', firstName: 'María', phone: '+507 6020-1236' },
  customFields: [{ id: 'room', value: '14' }],
};

/** A seat whose program can start again on the same folder. */
function seat() {
  const folder = temporaryFolder();
  const state: { now: number; merchant: Merchant } = { now: noon, merchant: aMerchant() };
  const clock = () => new Date(state.now);
  const start = () =>
    createKeptDrafts(
      openDocument({ open: openConf, folder, now: clock }, draftsDocument),
      { active: () => state.merchant },
      clock,
    );
  return { state, start, text: () => readFileSync(join(folder, 'drafts.json'), 'utf8') };
}
const none = { ok: true, value: null };

describe('a draft', () => {
  test('outlives the program, for its operator and merchant alone', () => {
    const { state, start } = seat();
    start().keep('shop', draft, ana);
    const again = start();
    expect(again.kept('shop', ana)).toEqual({ ok: true, value: { keptAt: '2026-11-20T17:00:00.000Z', draft } });
    expect(again.kept('shop', beto)).toEqual(none);
    expect(again.kept('other', ana)).toEqual(none);
    state.merchant = aMerchant({ environment: 'production' });
    expect(again.kept('shop', ana)).toEqual(none);
    state.merchant = aMerchant({ id: 'other' });
    expect(again.kept('shop', ana)).toEqual(none);
    again.keep('shop', { ...draft, texts: {} }, ana);
    state.merchant = aMerchant();
    expect(again.kept('shop', ana)).toMatchObject({ value: { draft } });
  });

  test('is replaced by the next one, and gone once it is dropped, also from the disk', () => {
    const { start, text } = seat();
    const drafts = start();
    drafts.keep('shop', draft, ana);
    drafts.keep('shop', { ...draft, texts: { firstName: 'Luis' } }, ana);
    drafts.keep('shop', draft, beto);
    expect(text()).toContain('Luis');
    drafts.drop('shop', ana);
    expect(start().kept('shop', ana)).toEqual(none);
    expect(start().kept('shop', beto)).toMatchObject({ value: { draft } });
    expect(text()).not.toContain('Luis');
  });

  test('is offered until its day ends, and by no clock that was set back', () => {
    const { state, start, text } = seat();
    const drafts = start();
    drafts.keep('shop', draft, ana);
    const midnight = new Date(noon).setHours(24, 0, 0, 0);
    state.now = midnight - 1;
    expect(drafts.kept('shop', ana)).toMatchObject({ value: { draft } });
    state.now = midnight;
    expect(drafts.kept('shop', ana)).toEqual(none);
    drafts.keep('shop', { ...draft, texts: { firstName: 'Luis' } }, beto);
    expect(text()).not.toContain('María');
    state.now = noon - hour;
    expect(drafts.kept('shop', ana)).toEqual(none);
  });

  test('takes no card number and not the beginning of one', () => {
    const { input } = contract.payments.keepDraft;
    const with_ = (texts: object) => input.safeParse({ merchantId: 'shop', draft: { ...draft, texts } }).success;
    expect(with_(draft.texts)).toBe(true);
    for (const text of ['4059310181757001', 'card 4059 3101 8175 7001', '4059 3101 8175']) {
      expect(with_({ concept: text }), text).toBe(false);
      expect(with_({ amount: text }), text).toBe(false);
    }
    for (const name of ['cardNumber', 'expiry', 'securityCode', 'deviceSession']) {
      expect(with_({ [name]: '1' }), name).toBe(false);
    }
  });
});
