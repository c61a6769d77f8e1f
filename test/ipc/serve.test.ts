/** The contract as main serves it: permitted senders, parsed arguments, checked answers, and safe failures. */
import { describe, expect, it } from 'vitest';
import type { Actor } from '#electron/core/ports/host.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Sender } from '#electron/ipc/sender.ts';
import { SenderRefused, serve, type ServeOptions } from '#electron/ipc/serve.ts';
import { historyPageSize } from '#shared/ledger/history.ts';
import { collectGarbage } from '#test/support/collect-garbage.ts';
import { failed, ok } from '#shared/failure.ts';
import { draft as anyDraft } from '#test/fixtures/drafts.ts';
import { handlersThat, screens } from './whole-contract.ts';

const cardNumber = '4059310181757001';
const id = '01928374-5566-7788-99aa-bbccddeeff00';

interface SetUp {
  readonly actor?: Actor | null;
  readonly replace?: Record<string, (input: unknown) => unknown>;
}

function setUp({ actor = { name: 'Ana', role: 'supervisor' }, replace = {} }: SetUp = {}) {
  const reached: string[] = [];
  const bugs: Parameters<ServeOptions['report']>[0][] = [];
  const answer = serve({
    handlers: handlersThat((call, input) => {
      reached.push(call);
      return replace[call]?.(input) ?? failed({ kind: 'not-found' });
    }),
    actor: () => actor,
    atWork: () => Promise.resolve(true),
    report: (bug) => bugs.push(bug),
    makeReference: () => 'ref-1',
  });
  return { answer, reached, bugs };
}

const draft = () =>
  anyDraft({
    draftId: id,
    card: { number: cardNumber, expMonth: '12', expYear: '30', securityCode: '003', brand: 'VISA' },
  });

describe('the sender of a call', () => {
  it.each<[string, Partial<Sender>]>([
    ['a window of someone else', { ownWindow: false }],
    ['a frame inside our page', { mainFrame: false }],
    ['a frame that has gone', { url: '' }],
    ['the web', { url: 'https://caja/index.html' }],
    ['another host of our scheme', { url: 'app://other/index.html' }],
    ['our host with a user before it', { url: 'app://x@caja/index.html' }],
    ['our host with a port', { url: 'app://caja:8080/index.html' }],
    ['our name as a prefix', { url: 'app://caja.example.org/' }],
    ['a file', { url: 'file:///caja/index.html' }],
    ['a blank page', { url: 'about:blank' }],
  ])('is refused when it is %s, and no handler is reached', async (_title, part) => {
    const { answer, reached } = setUp();
    const call = answer({ ...screens, ...part }, { group: 'merchants', name: 'list', input: undefined });
    await expect(call).rejects.toBeInstanceOf(SenderRefused);
    expect(reached).toEqual([]);
  });

  it('is served when it is the main frame of our window at our origin', async () => {
    const { answer } = setUp({ replace: { 'merchants.list': () => ok([]) } });
    expect(await answer(screens, { group: 'merchants', name: 'list', input: undefined })).toEqual(ok([]));
  });
});

describe('the message of a call', () => {
  it.each([
    ['nothing', undefined],
    ['a word', 'merchants.list'],
    ['a list', ['merchants', 'list']],
    ['a message with a number as its name', { group: 'merchants', name: 1, input: undefined }],
    ['a message with something added', { group: 'merchants', name: 'list', input: undefined, role: 'supervisor' }],
  ])('is refused when it is %s', async (_title, message) => {
    const { answer, reached } = setUp();
    expect(await answer(screens, message)).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    expect(reached).toEqual([]);
  });

  it.each([
    ['constructor', 'name'],
    ['__proto__', 'toString'],
    ['merchants', 'constructor'],
    ['merchants', '__proto__'],
    ['payments', 'payBack'],
    ['', ''],
  ])('is refused when no call is named %s.%s', async (group, name) => {
    const { answer } = setUp();
    expect(await answer(screens, { group, name, input: undefined })).toEqual(
      failed({ kind: 'invalid', issues: [{ path: 'name', code: 'unknown-call' }] }),
    );
  });
});

describe('the argument of a call', () => {
  const refusalOf = async (input: unknown) => {
    const { answer, reached } = setUp();
    const result = await answer(screens, { group: 'payments', name: 'sell', input });
    expect(reached).toEqual([]);
    return result;
  };

  it.each<[string, object, string, string]>([
    ['field and rule', { card: { ...draft().card, number: '4059310181757002' } }, 'card.number', 'card-number'],
    ['our rule where zod checks a format', { card: { ...draft().card, expMonth: '13' } }, 'card.expMonth', 'expiry'],
    ['zod’s code where the rule has no name', { firstName: 'x'.repeat(26) }, 'firstName', 'too_big'],
    ['the rule that spans two fields', { taxAmount: draft().amount + 1 }, 'taxAmount', 'tax-over-amount'],
  ])('is refused by %s', async (_what, change, path, code) => {
    expect(await refusalOf({ ...draft(), ...change })).toEqual(failed({ kind: 'invalid', issues: [{ path, code }] }));
  });

  it('is never repeated in a failure, not even the name of an unlisted key', async () => {
    const inputs = [
      { ...draft(), [cardNumber]: 'x' },
      { ...draft(), amount: cardNumber, draftId: cardNumber, phone: { cardNumber } },
      { ...draft(), card: { ...draft().card, brand: cardNumber, number: `${cardNumber}9`, [cardNumber]: 1 } },
      cardNumber,
    ];
    for (const input of inputs) {
      const text = JSON.stringify(await refusalOf(input));
      expect(text).toContain('"kind":"invalid"');
      expect(text).not.toContain(cardNumber);
    }
  });

  it('reaches the handler parsed, trimmed and with its defaults', async () => {
    let seen: unknown;
    const { answer } = setUp({
      replace: {
        'history.search': (input) => {
          seen = input;
          return ok({ attempts: [], more: false });
        },
      },
    });
    await answer(screens, { group: 'history', name: 'search', input: {} });
    expect(seen).toMatchObject({ text: '', after: null, limit: historyPageSize });
  });
});

describe('the order of a call', () => {
  it('lets nobody at a locked seat learn what an argument lacks, and refuses the role before it parses', async () => {
    const { answer } = setUp({ actor: null });
    for (const input of [{}, { unknown: 1 }, 'x', draft()]) {
      expect(await answer(screens, { group: 'payments', name: 'sell', input })).toEqual(failed({ kind: 'signed-out' }));
    }
  });

  it('bounds a message before it is read, also at a locked seat and for calls that it may make', async () => {
    const { answer, reached } = setUp({ actor: null });
    const name = '4'.repeat(200_000);
    for (const [group, call] of [
      ['session', 'signIn'],
      ['history', 'search'],
      ['nothing', 'such'],
    ]) {
      expect(await answer(screens, { group, name: call, input: { name, passcode: name, text: name } })).toEqual(
        failed({ kind: 'invalid', issues: [{ path: '', code: 'too-large' }] }),
      );
    }
    expect(reached).toEqual([]);
  });
});

describe('the answer of a call', () => {
  const search = { group: 'history', name: 'search', input: {} };
  const list = { attempts: [], more: false };
  const internal = failed({ kind: 'internal', reference: 'ref-1' });
  const bug = new TypeError(`cannot read ${cardNumber}`);
  const full = { kind: 'ledger', reason: 'disk-full', detail: 'No space left' } as const;

  it.each<[string, () => unknown, unknown, unknown[]]>([
    ['passes when the contract lists all of it', () => ok(list), ok(list), []],
    ['is withheld when it holds more', () => ok({ ...list, secret: cardNumber }), internal, [/unrecognized_keys/]],
    [
      'is withheld when its failure holds more than the kind lists',
      () => ({ ok: false, failure: { kind: 'not-found', secret: cardNumber } }),
      internal,
      [/unrecognized_keys/],
    ],
    [
      'is an internal failure when a handler throws',
      () => {
        throw bug;
      },
      internal,
      [bug],
    ],
    [
      'is a ledger failure when the ledger is unavailable',
      () => Promise.reject(new LedgerUnavailable(full.reason, full.detail)),
      failed(full),
      [],
    ],
  ])('%s, and the log has its bug under the reference', async (_name, handler, answered, logged) => {
    const { answer, bugs } = setUp({ replace: { 'history.search': handler } });
    expect(await answer(screens, search)).toEqual(answered);
    expect(bugs).toMatchObject(logged.map(() => ({ reference: 'ref-1', call: 'history.search' })));
    for (const [index, { error }] of bugs.entries()) {
      const expected = logged[index];
      if (!(expected instanceof RegExp)) expect(error).toBe(expected);
      else {
        expect(String(error)).toMatch(expected);
        expect(String(error)).not.toContain(cardNumber);
      }
    }
  });
});

it('holds no argument, and so no card, while a call waits for its answer', async () => {
  const gone: WeakRef<object>[] = [];
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { answer } = setUp({
    replace: {
      'payments.sell': (input) => {
        gone.push(new WeakRef(input as object));
        return promise;
      },
    },
  });
  const asked = ask(answer);
  expect(gone).toHaveLength(2);
  // One turn, because a WeakRef keeps its target until the end of the job that made it.
  await new Promise(setImmediate);
  collectGarbage();
  expect(gone.map((each) => each.deref())).toEqual([undefined, undefined]);
  resolve(failed({ kind: 'not-found' }));
  expect(await asked).toEqual(failed({ kind: 'not-found' }));

  function ask(send: typeof answer): Promise<unknown> {
    const message = { group: 'payments', name: 'sell', input: draft() };
    gone.push(new WeakRef(message));
    return send(screens, message);
  }
});
