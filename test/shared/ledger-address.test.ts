/** Address of a shared ledger: one server or several, nothing else, and no password in any message. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressHoldsCard } from '#shared/texts/text-kinds.ts';
import { ledgerUrlSchema, parseLedgerAddress, type LedgerAddress } from '#shared/seat/ledger-address.ts';
import { anyText } from '#test/fixtures/any-text.ts';
import { times } from '#test/support/thorough.ts';
import { textsIn } from '#test/support/texts-in.ts';

const parsed = (text: string): LedgerAddress | null => {
  const result = parseLedgerAddress(text);
  return result.ok ? result.value : null;
};
const issueOf = (text: string) => {
  const result = parseLedgerAddress(text);
  return result.ok ? null : result.failure;
};
const hostsOf = (text: string) => parsed(text)?.hosts.map(({ host, port }) => `${host} ${port}`);

describe('the address of a shared ledger', () => {
  test.each<[string, readonly string[]]>([
    ['postgres://caja@db.example.test:6432/caja', ['db.example.test 6432']],
    ['postgresql://caja@db/caja', ['db 5432']],
    ['POSTGRES://caja@db_1.local/caja', ['db_1.local 5432']],
    ['postgres://u@h1:5432,h2:5433/db?target_session_attrs=read-write', ['h1 5432', 'h2 5433']],
    ['postgres://u@h1,h2:5433,10.0.0.3/db', ['h1 5432', 'h2 5433', '10.0.0.3 5432']],
    ['postgres://u@[::1]/db', ['::1 5432']],
    ['postgres://u@[2001:db8::7]:6432,h2,[::ffff:10.0.0.1]:1/db', ['2001:db8::7 6432', 'h2 5432', '::ffff:10.0.0.1 1']],
    // The same server twice is pointless and harmless.
    ['postgres://u@h,h/db', ['h 5432', 'h 5432']],
    ['postgres://u@h/db?target_session_attrs=read-write&target_session_attrs=read%2Dwrite', ['h 5432']],
  ])('names its servers in order: %s', (text, hosts) => {
    expect(hostsOf(text)).toEqual(hosts);
  });

  test('has user and database percent-encoded where they need it', () => {
    expect(parsed('postgres://ana%40shop@h/caja%2F2')).toMatchObject({ user: 'ana@shop', database: 'caja/2' });
    expect(parsed('postgres://año@h/café:1@x')).toMatchObject({ user: 'año', database: 'café:1@x' });
  });

  test.each([
    '',
    ' postgres://u@h/db',
    'postgres://u@h/db\n',
    `postgres://u@${'h'.repeat(1_000)}/db`,
    ...textsIn(`
    postgres:// | https://db/caja | jdbc:postgresql://u@h/db | host=h user=u dbname=d | postgres://db/caja
    postgres://caja@db | postgres://caja@db/ | postgres://caja@/db | postgres://@db/db | postgres://u@h1,/db
    postgres://u@,h2/db | postgres://u@h1,,h2/db | postgres://u@h1;h2/db | postgres://u@h1,%2Fvar%2Frun/db
    postgres://u@h1, h2/db | postgres://u@h/db/more | postgres://u@h/db#part | postgres://u@h/db?
    postgres://u@h/db?& | postgres://u@h/db?=read-write | postgres://u@h/db?%zz=1 | postgres://u@h:/db
    postgres://u@h:12a/db | postgres://u@h:123456/db | postgres://u@::1/db | postgres://u@[::1/db | postgres://u@[]/db
    postgres://u@[h1]/db | postgres://u@[1::2::3]/db | postgres://u@[fe80::1%25eth0]/db | postgres://u%zz@h/db
    postgres://u@h/%E0%A4%A | postgres://u%00options%00x@h/db | postgres://u@h/db%00`),
  ])('is refused in another form: %s', (text) => {
    expect(issueOf(text)).toEqual({ kind: 'form' });
  });

  test.each(['postgres://u@h:0/db', 'postgres://u@h1,h2:65536/db', 'postgres://u@[::1]:99999/db'])(
    'is refused with an impossible port: %s',
    (text) => {
      expect(issueOf(text)).toEqual({ kind: 'port' });
    },
  );

  test.each(
    textsIn(`
    sslmode | options | application_name | host | port | user | dbname | passfile | service | connect_timeout
    load_balance_hosts | Target_Session_Attrs | target_session_attr`),
  )('is refused with the parameter %s, by its name', (name) => {
    expect(issueOf(`postgres://u@h/db?${name}=x`)).toEqual({ kind: 'parameter', name });
    expect(issueOf(`postgres://u@h/db?target_session_attrs=read-write&${name}`)).toEqual({ kind: 'parameter', name });
  });

  test.each(['any', 'read-only', 'primary', 'standby', 'prefer-standby', 'READ-WRITE', ''])(
    'is refused with target_session_attrs=%s',
    (value) => {
      expect(issueOf(`postgres://u@h1,h2/db?target_session_attrs=${value}`)).toEqual({ kind: 'target' });
    },
  );

  test.each(
    textsIn(`
    postgres://u:SECRET@h/db | postgres://u:@h/db | postgres://u:SEC/RET@h/db | postgres://u:a?SECRET=1@h/db
    postgres://u:a#SECRET@h/db | postgres://u:SEC@RET@h/db | postgres://u:SECRET@h1,h2/db
    postgres://u@h/db?password=SECRET | postgres://u@h/db?%70assword=SECRET`),
  )('is refused with a password: %s', (text) => {
    expect(issueOf(text)).toEqual({ kind: 'password' });
    expect(ledgerUrlSchema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'must not contain the password',
    ]);
  });

  test.each([
    ['postgres://u@h/db?sslmode=SECRET', 'has the parameter "sslmode", which Caja does not know'],
    ['postgres://u@h/db?target_session_attrs=SECRET', 'may have target_session_attrs with the value read-write only'],
    ['postgres://u@h:0/SECRET', 'must have ports from 1 to 65535'],
    ['postgres://SECRET/db', 'must be postgres://user@host:port/database, with "," between several hosts'],
  ])('is repeated by no message, and neither is another part of it: %s', (text, message) => {
    expect(ledgerUrlSchema.safeParse(text).error?.issues).toMatchObject([{ message }]);
  });
});

describe('any address of a shared ledger', () => {
  const port = fc.integer({ min: 1, max: 65_535 });
  const name = fc.oneof(fc.domain(), fc.ipV4(), fc.stringMatching(/^[a-z][\w-]{0,12}$/));
  const given = fc.record({
    user: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    database: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    hosts: fc.array(
      fc.record({
        host: fc.oneof(
          name.map((host) => ({ host, written: host })),
          fc.ipV6().map((host) => ({ host, written: `[${host}]` })),
        ),
        port: fc.option(port),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    asksForPrimary: fc.boolean(),
  });

  test('comes back whole, without a server lost or out of order', () => {
    fc.assert(
      fc.property(given, ({ user, database, hosts, asksForPrimary }) => {
        const written = hosts.map((each) => each.host.written + (each.port === null ? '' : `:${each.port}`)).join(',');
        const text =
          `postgres://${encodeURIComponent(user)}@${written}/${encodeURIComponent(database)}` +
          (asksForPrimary ? '?target_session_attrs=read-write' : '');
        fc.pre(text.length <= 1_000 && !addressHoldsCard(text));
        expect(parsed(text)).toEqual({
          user,
          database,
          hosts: hosts.map((each) => ({ host: each.host.host, port: each.port ?? 5432 })),
        });
      }),
    );
  });

  test('never makes the parser throw, and the schema agrees with it', () => {
    const pieces = fc.constantFrom(
      ...textsIn(`
      postgres:// | u | @ | : | 5432 | , | [ | ::1 | ] | / | ? | = | & | % | #`),
    );
    const text = fc.oneof(
      anyText(),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 20 }).map((all) => all.join('')),
      fc.array(pieces, { maxLength: 20 }).map((all) => `postgres://${all.join('')}`),
    );
    fc.assert(
      fc.property(text, (each) => {
        const result = parseLedgerAddress(each);
        expect(ledgerUrlSchema.safeParse(each).success).toBe(result.ok);
        if (result.ok) expect(result.value.hosts.length).toBe(each.split('@')[1]?.split('/')[0]?.split(',').length);
      }),
      { numRuns: times(100, 500) },
    );
  });

  test('leads where it led before several servers were possible', () => {
    const former = /^postgres(?:ql)?:\/\/[^\s:@/?#]+@(?:\[[\da-f:.]+\]|[^\s:@/?#[\]]+)(?::\d{1,5})?\/[^\s/?#]+$/i;
    const one = fc.record({
      user: fc.stringMatching(/^[\w.%~!$&'()*+,;=-]{1,10}$/),
      host: fc.oneof(
        name,
        fc.ipV6().map((host) => `[${host}]`),
      ),
      port: fc.option(port),
      database: fc.stringMatching(/^[\w.%~!$&'()*+,;=:@-]{1,10}$/),
    });
    fc.assert(
      fc.property(one, (each) => {
        const text = `postgres://${each.user}@${each.host}${each.port === null ? '' : `:${each.port}`}/${each.database}`;
        fc.pre(former.test(text) && !addressHoldsCard(text));
        const url = URL.parse(text);
        let user = '';
        try {
          user = decodeURIComponent(url?.username ?? '');
          decodeURIComponent(url?.pathname ?? '');
        } catch {
          // Such an address was accepted and could not be opened.
          fc.pre(false);
        }
        fc.pre(!/%[01][\da-f]|%7f/i.test(text));
        expect(parsed(text)).toMatchObject({ user, hosts: [{ port: Number(url?.port === '' ? 5432 : url?.port) }] });
      }),
    );
  });
});
