/** The policy's file: what it may say, and that whatever else it says makes it unusable as a whole. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '#electron/core/policy/policy-file.ts';
import { managedBy, noPolicy, shownPolicy, unusablePolicy } from '#electron/core/policy/policy.ts';
import { trustedCa } from '#test/gateway/support/certificates.ts';

const file = '/etc/caja/policy.json';
const parse = (content: unknown) => parsePolicy(file, JSON.stringify(content));
const url = 'postgres://caja@ledger.example.com/caja';
const shop = { name: 'Shop', environment: 'production', baseUrl: 'https://service.example.com' };

const whole = {
  version: 1,
  updates: { forbidden: false, url: 'https://updates.example.com/caja/' },
  language: 'es',
  idleMinutes: 3,
  ledger: { engine: 'postgres', url, ca: trustedCa },
  merchants: {
    provisionedOnly: true,
    allowed: [{ ...shop, recordsUrl: null, ca: trustedCa, proxy: { kind: 'none' } }],
  },
};

describe('the file of a policy', () => {
  it('may say everything', () => {
    expect(parse(whole)).toEqual({
      file,
      foreign: null,
      issue: null,
      updates: { off: null, url: 'https://updates.example.com/caja/' },
      language: 'es',
      idleMinutes: 3,
      ledger: whole.ledger,
      provisionedOnly: true,
      merchants: whole.merchants.allowed,
    });
    expect(shownPolicy(parse(whole))).toEqual({
      file,
      foreign: null,
      usable: true,
      managed: ['language', 'idle-lock', 'ledger', 'merchants', 'updates'],
      ledger: whole.ledger,
      merchants: 'none',
    });
  });

  it('may leave out any part, which then stays free', () => {
    const parts = ['updates', 'language', 'idleMinutes', 'ledger', 'merchants'] as const;
    fc.assert(
      fc.property(fc.subarray([...parts]), (given) => {
        const content = Object.fromEntries(Object.entries(whole).filter(([name]) => given.some((one) => one === name)));
        const policy = parse({ ...content, version: 1 });
        const names = {
          updates: 'updates',
          language: 'language',
          idleMinutes: 'idle-lock',
          ledger: 'ledger',
          merchants: 'merchants',
        };
        expect([...managedBy(policy)].sort()).toEqual(given.map((name) => names[name]).sort());
        if (!given.includes('idleMinutes')) expect(policy.idleMinutes).toBeNull();
      }),
    );
    expect(parse({ version: 1 })).toEqual({ ...noPolicy, file });
  });

  it('trusts the authorities of the system and takes its proxy, unless it says otherwise', () => {
    const { merchants, ledger } = parse({
      version: 1,
      ledger: { engine: 'postgres', url },
      merchants: { allowed: [shop] },
    });
    expect(merchants).toEqual([{ ...shop, recordsUrl: null, ca: null, proxy: { kind: 'system' } }]);
    expect(ledger).toEqual({ engine: 'postgres', url, ca: null });
  });

  it.each<[string, object]>([
    ['a password in the ledger’s address', { ledger: { engine: 'postgres', url: 'postgres://caja:secret@db/caja' } }],
    ['a password beside it', { ledger: { engine: 'postgres', url, password: 'secret' } }],
    ['a web code', { merchants: { allowed: [{ ...shop, cclw: 'ABC' }] } }],
    ['an authority that is no certificate', { ledger: { engine: 'postgres', url, ca: 'PEM' } }],
    ['an authority of a merchant that is none', { merchants: { allowed: [{ ...shop, ca: 'PEM' }] } }],
    ['a merchant without TLS', { merchants: { allowed: [{ ...shop, baseUrl: 'http://service.example.com' }] } }],
    ['a training merchant', { merchants: { allowed: [{ ...shop, environment: 'training' }] } }],
    ['no lock', { idleMinutes: 0 }],
    ['a lock after more minutes than Settings takes', { idleMinutes: 16 }],
    ['a language that Caja does not speak', { language: 'fr' }],
    ['a name that nobody knows', { idleLock: 3 }],
  ])('with %s is refused as a whole', (_what, content) => {
    expect(() => parse({ ...content, version: 1 })).toThrow(/✖|Unrecognized|Invalid|Too|certificate|must/);
  });

  it('that can’t be used fixes everything, and shows no rule', () => {
    const shown = shownPolicy(unusablePolicy(file, 'It is not a file'));
    expect(shown).toEqual({
      file,
      foreign: null,
      usable: false,
      managed: ['language', 'idle-lock', 'ledger', 'merchants', 'updates'],
      ledger: null,
      merchants: 'none',
    });
  });
});
