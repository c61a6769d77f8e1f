/**
 * One table over everything that tells a payment: from the service's answer through a ledger to the screens, papers, files,
 * sums and notices of both languages. Where the account has a doubt about the amount, each says so, and none says "charged in full".
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportAttempts } from '#electron/calls/exports/export-attempts.ts';
import { exportBatch } from '#electron/calls/exports/export-batch.ts';
import { exportReport } from '#electron/calls/exports/export-report.ts';
import { jsonFamily } from '#electron/gateway/answers/json-answer.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import { batchPaper } from '#electron/paper/batch.ts';
import { dayClosePaper } from '#electron/paper/day-close.ts';
import { holdListPaper } from '#electron/paper/hold-list.ts';
import { receiptText } from '#electron/paper/receipt-text.ts';
import { receiptPaper } from '#electron/paper/receipt.ts';
import { warningText } from '#electron/shell/hold-warnings.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { wordsOf } from '#electron/shell/words.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { tallyOf, headlineOf } from '#renderer/features/holds/batch/batch-rows.ts';
import { formatsOf } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { paymentWords } from '#renderer/words/payment-words.ts';
import { oneDay } from '#shared/durations.ts';
import { accountOf } from '#shared/ledger/account.ts';
import { namesToLookAt, rowWords } from '#shared/words/row-words.ts';
import { outcomeWords } from '#shared/words/outcome-words.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { AmountDoubt } from '#shared/payments/attempt.ts';
import { moneySums, operations, operationTable, type Operation } from '#shared/payments/operations.ts';
import { outcomes, type Outcome } from '#shared/payments/outcome.ts';
import { figureOf } from '#shared/reports/figures.ts';
import {
  capture,
  lost,
  newAttempt,
  notSent,
  recharge,
  record,
  refused,
  reversal,
  waitingHolds,
} from '#test/fixtures/examples.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { figuresOf } from '#test/fixtures/ledger/figures-of.ts';
import { attemptOf } from '#test/fixtures/shown/attempts.ts';
import { batch, batchRow, hold } from '#test/fixtures/shown/holds.ts';
import { accountAt, payment } from '#test/gateway/support/merchant.ts';
import { times } from '#test/support/thorough.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';

/** What the answer to a request for 120.00 names, and the doubt about it. */
const answers: readonly (readonly [name: string, named: object, AmountDoubt['kind'] | null, answered: string])[] = [
  ['the amount as text', { totalPay: '120.0' }, null, ''],
  ['the amount as number, twice', { totalPay: 120, requestPayAmount: '120.00' }, null, ''],
  ['the amount in cents', { totalPay: '12000' }, 'other', '12000'],
  ['a smaller amount', { totalPay: '12.00', requestPayAmount: 120 }, 'other', '12.00'],
  ['another requested amount', { totalPay: '120.00', requestPayAmount: 121 }, 'other', '121'],
  ['a decimal comma', { totalPay: '120,00', requestPayAmount: 120 }, 'unreadable', '120,00'],
  ['a currency before it', { totalPay: 'USD 120.00' }, 'unreadable', 'USD 120.00'],
  ['the sign of balboas', { totalPay: 'B/. 120.00' }, 'unreadable', 'B/. 120.00'],
  ['a third decimal', { totalPay: '120.001' }, 'unreadable', '120.001'],
  ['zero', { totalPay: '0.0' }, 'nothing', '0.0'],
  ['a negative amount', { totalPay: '-120.00' }, 'nothing', '-120.00'],
  ['none', {}, 'none', ''],
  ['a dash', { totalPay: '-', requestPayAmount: null }, 'none', ''],
];

const merchant = { name: 'Hotel Miramar', address: '', phone: '', taxId: '', note: '', taxed: false };
const frame = { size: 'a4', merchant, environment: 'test' } as const;
const now = new Date();
const printed = { at: now.toISOString(), operator: 'Beto', seat: 'Recepción' };
const plain = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_reference, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');

let store: Store;
let ledger: StoredLedger;
const folder = folderOfTests();
let references = 0;
beforeAll(async () => {
  startBothLanguages();
  store = await makeStore('SQLite');
  ledger = await store.open();
});
afterAll(() => store.drop());

/**
 * Sends an operation for 120.00 and records its outcome: the answer that names these amounts, or another one. What it refers to is of
 * the day before.
 */
async function sent(operation: Operation, named: object | GatewayAnswer, startedAt: string): Promise<ShownAttempt> {
  const asked = {
    operation,
    amount: 120_00,
    lastFour: null,
    brands: [],
    firstName: null,
    lastName: null,
    email: null,
    refersTo: null,
  };
  const answer = (given: object) => {
    const data = { status: 1, codOper: `SANDBOX_${(references += 1)}`, idtx: String(references), ...given };
    const body = JSON.stringify({ headerStatus: { code: 200 }, success: true, data });
    return readAnswer(
      jsonFamily,
      { kind: 'answered', httpStatus: 200, body },
      secretsOf(accountAt('https://localhost'), payment),
      asked,
    );
  };
  const send = (attempt: ReturnType<typeof newAttempt>, given: object) =>
    record(ledger, attempt, 'outcome' in given ? (given as GatewayAnswer) : answer(given));
  const amount = { amount: 120_00, startedAt };
  const before = { amount: 120_00, startedAt: new Date(Date.parse(startedAt) - oneDay).toISOString() };
  const first = (attempt: ReturnType<typeof newAttempt>) => send(attempt, { totalPay: '120.00' });
  const made = {
    nothing: () => newAttempt({ ...amount, operation }),
    hold: async () => capture(await first(newAttempt(before)), { ...amount, operation }),
    charge: async () => reversal({ chargeId: await first(newAttempt({ ...before, operation: 'sell' })) }, amount),
    // The first payment is of another day, so that the sums have one.
    card: () => recharge(newAttempt(), amount),
  } as const;
  const id = await send(await made[operationTable[operation].refersTo](), named);
  const shown = await ledger.show(id);
  if (shown === null) throw new Error('not recorded');
  return shown;
}

/** Every text that tells the payment in one language, by its consumer. */
async function toldOf(shown: ShownAttempt, startedAt: string, language: 'en' | 'es') {
  const words = wordsOf(language);
  const t = i18next.getFixedT(language) as unknown as Translate;
  const formats = formatsOf(language);
  const sentences = ({ title, reasons, next }: ReturnType<typeof outcomeWords>): string =>
    [title, ...reasons, next ?? ''].join(' ');
  const file = join(folder, `${shown.id}-${language}`);
  const written = async (write: (csv: string) => Promise<unknown>): Promise<string> => {
    await write(file);
    return readFileSync(file, 'utf8').replaceAll('""', '"');
  };
  async function* one() {
    yield* [shown];
  }
  const day = { from: startedAt, until: new Date(Date.parse(startedAt) + 1000).toISOString() };
  const figures = await figuresOf(ledger, day);
  const report = { figures, closes: [] };
  const common = {
    result: sentences(outcomeWords(t, formats, shown)),
    details: sentences(paymentWords(t, formats, shown, false) as ReturnType<typeof outcomeWords>),
    receipt: plain(
      receiptPaper(words.paper, {
        shown,
        merchant,
        size: 'roll-58',
        copies: 'customer',
        printed,
      })?.html ?? '',
    ),
    mail: receiptText(words.paper, { shown, merchant, link: null, at: printed.at }) ?? '',
    history: await written((csv) => exportAttempts(one(), csv, 'csv', words, now)),
    dayClose: plain(
      dayClosePaper(words.paper, {
        ...frame,
        printed,
        first: '2026-01-01',
        last: '2026-01-01',
        figures,
        closes: [],
        currencySign: 'B/.',
      }).html,
    ),
    report: await written((csv) => exportReport(report, csv, 'csv', words)),
  };
  if (shown.operation === 'authorize') {
    const holds = (await ledger.holds(waitingHolds(), now.toISOString())).holds.filter(({ id }) => id === shown.id);
    return {
      ...common,
      notice: warningText(holds, words),
      holdList: plain(
        holdListPaper(words.paper, {
          ...frame,
          printed,
          holds,
          cut: false,
          totals: (await ledger.holds(waitingHolds(), now.toISOString())).totals,
          text: 'x',
          part: null,
          show: 'waiting',
        }).html,
      ),
    };
  }
  if (shown.operation !== 'capture') return common;
  const held = (await ledger.holdsById([shown.holdId ?? '']))[0];
  if (held === undefined) throw new Error('no hold');
  const progress = batch([batchRow(held, { status: 'done', attempt: shown })], true);
  const [row] = progress.rows;
  const authorization = await ledger.show(held.id);
  if (row === undefined || authorization === null) throw new Error('no row');
  const { label, title, reasons, why } = rowWords(t, formats, row);
  return {
    ...common,
    row: [label, title, ...reasons, why].join(' '),
    batchHeadline: headlineOf(t, tallyOf(progress)),
    batchPaper: plain(batchPaper(words.paper, { ...frame, printed, batch: progress }).html),
    batchExport: await written((csv) => exportBatch(progress, csv, 'csv', words)),
    batchNotice: namesToLookAt(t, progress.rows, 4).join(' '),
    hold: sentences(paymentWords(t, formats, authorization, false) as ReturnType<typeof outcomeWords>),
    holdReceipt: receiptText(words.paper, { shown: authorization, merchant, link: null, at: printed.at }) ?? '',
  };
}

/** Consumers that say how many, not which. */
const counting = ['notice', 'batchHeadline', 'batchNotice'];
const mark = { en: /amounts? unconfirmed|unconfirmed amounts?/i, es: /montos? sin confirmar/i } as const;
let second = 0;

describe.each(['en', 'es'] as const)('a row of a batch, %s,', (language) => {
  const said = (code: string, text: string) => ({ code, text, authStatus: null, serverTime: null, httpStatus: 200 });
  const rows = [
    batchRow(hold(1, 9), { status: 'done', attempt: attemptOf('capture', 'approved') }),
    batchRow(hold(2, 9), {
      status: 'done',
      attempt: attemptOf('capture', 'declined', { service: said('200', 'Success') }),
    }),
    ...['620', '622', '623'].map((code, index) =>
      batchRow(hold(3 + index, 9), {
        status: 'done',
        attempt: attemptOf('capture', 'rejected', { service: said(code, 'INVALID RELATED TX') }),
      }),
    ),
    batchRow(hold(6, 9), { status: 'done', attempt: attemptOf('capture', 'unknown') }),
    batchRow(hold(7, 9), { status: 'done', attempt: attemptOf('capture', 'not-sent') }),
    batchRow(hold(8, 9), { status: 'skipped', skipReason: 'taken' }),
    batchRow(hold(9, 9), { status: 'done', unrecorded: 'in-memory' }),
  ];
  const progress = batch(rows, true);

  test('says on paper and in files what the screen says of it', async () => {
    const t = i18next.getFixedT(language) as unknown as Translate;
    const words = wordsOf(language);
    const paper = plain(batchPaper(words.paper, { ...frame, printed, batch: progress }).html);
    const csv = join(folder, `rows-${language}`);
    await exportBatch(progress, csv, 'csv', words);
    const file = readFileSync(csv, 'utf8').replaceAll('""', '"');
    const whys = rows.map((row) => rowWords(t, formatsOf(language), row));
    for (const { label, why } of whys) {
      expect(paper).toContain(`${label} ${why}`.trim());
      expect(file).toContain(why);
      expect(file).toContain(label);
    }
    expect(new Set(whys.map(({ why }) => why.slice(0, 40))).size).toBe(rows.length);
    expect(paper).not.toMatch(/200 Success|INVALID RELATED TX/);
    expect(whys[3]?.label).toBe(whys[7]?.label);
  });

  test('is named in a notice under what happened to its money', () => {
    const t = i18next.getFixedT(language) as unknown as Translate;
    const name = (number: number): string => `María José Castillero ${number}`;
    expect(namesToLookAt(t, rows, 9)).toEqual([
      `${t('holds:batch.money.notCharged')}: ${[2, 3, 5, 7].map(name).join(', ')}.`,
      `${t('holds:batch.money.elsewhere')}: ${[4, 8].map(name).join(', ')}.`,
      `${t('holds:batch.money.unknown')}: ${[6, 9].map(name).join(', ')}.`,
    ]);
  });
});

/** Both languages, or one of them by turns in `npm test`: each answer and outcome has both, with some other operation. */
const languagesByTurns = (): readonly ('en' | 'es')[] =>
  times(false, true) ? ['en', 'es'] : [second % 2 === 0 ? 'en' : 'es'];

/** Expects the payment in one sum of the day, the history, its file and the limit. */
async function expectOneSum(
  operation: Operation,
  shown: ShownAttempt,
  startedAt: string,
  kind: AmountDoubt['kind'] | null,
): Promise<void> {
  const { environment, currencySign } = shown;
  const until = new Date(Date.parse(startedAt) + 1000).toISOString();
  const [figures] = (await figuresOf(ledger, { from: startedAt, until })).currencies;
  const sum = operationTable[operation].countsIn;
  const [full, empty] = [
    { count: 1, amount: 120_00 },
    { count: 0, amount: 0 },
  ];
  const [clear, unclear] = kind === null ? [full, empty] : [empty, full];
  expect(figureOf(figures?.sums ?? [], sum)).toMatchObject(clear);
  expect(figureOf(figures?.unclear ?? [], sum)).toMatchObject(unclear);
  const filter = historyFilterSchema.parse({ from: startedAt, until, operation });
  expect((await ledger.sums(filter, now.toISOString())).sums[0]).toMatchObject({ [sum]: clear, unclear });
  const file = join(folder, `${shown.id}-net`);
  await exportAttempts(ledger.all(filter), file, 'csv', wordsOf('en'), now);
  const net = { charged: '120.00', held: '', refunded: '-120.00', released: '' }[sum];
  expect(readFileSync(file, 'utf8').trimEnd().split(',').at(-1)).toBe(kind === null ? net : '');
  const use = { operatorName: 'Ana', environment, currencySign, from: startedAt, until };
  expect(await ledger.usedOfLimit(use)).toBe(operationTable[operation].guarded ? 120_00 : 0);
}

/** Each answer to every second operation, by turns, in `npm test`. */
const answersTo = (operation: Operation) =>
  answers.filter((_each, index) => (index + operations.indexOf(operation)) % times(2, 1) === 0);

describe.each(operations)('an approved %s that names', (operation) => {
  test.each(answersTo(operation))('%s', async (_name, named, kind, answered) => {
    const startedAt = new Date(now.getTime() - 60_000 * (second += 1)).toISOString();
    const shown = await sent(operation, named, startedAt);
    expect(accountOf(shown, false).amountDoubt).toEqual(kind === null ? null : { kind, answered });
    await expectOneSum(operation, shown, startedAt, kind);
    for (const language of languagesByTurns()) {
      const t = i18next.getFixedT(language) as unknown as Translate;
      const inFull = [
        t('outcomes:charged.title'),
        t('outcomes:held.title'),
        wordsOf(language).paper.t('paper:receipt.told.charged'),
      ];
      const sentence =
        kind === null
          ? ''
          : t(`outcomes:amount.${kind}`, { answered: t('outcomes:reason.quoted', { text: answered }) });
      for (const [consumer, text] of Object.entries(await toldOf(shown, startedAt, language))) {
        const where = `${consumer}, ${language}: ${text}`;
        if (kind === null) {
          expect(text, where).not.toMatch(
            consumer === 'history' || consumer === 'report' ? /unreachable/ : mark[language],
          );
          continue;
        }
        expect(text, where).toMatch(mark[language]);
        if (!counting.includes(consumer)) expect(text, where).toContain(sentence);
        for (const words of inFull) expect(text, where).not.toContain(words);
      }
    }
  });
});

/** Words of each language for money that was held, charged, released or refunded, and for money that was not. */
const saidOf = {
  en: {
    held: /\bheld\b/i,
    charged: /\b(?:charged|captured)\b/i,
    released: /\b(?:voided|released)\b/i,
    refunded: /\brefunded\b/i,
    not: /nothing was \w+(?: or \w+)?|can’t be captured or voided|not (?:voided|refunded|captured|charged)|charged less refunded/gi,
  },
  es: {
    held: /\bpreautorizad[oa]s?\b/i,
    charged: /\b(?:cobr(?:ó|ad[oa]s?)|captur(?:ó|ad[oa]s?))(?![a-zó])/i,
    released: /\banul(?:ó|ad[oa]s?)(?![a-zó])/i,
    refunded: /\bdev(?:olvió|uelt[oa]s?)(?![a-zó])/i,
    not: /no se \w+ó (?:ni (?:se )?\w+ó )?nada|no (?:anulad|devuelt|capturad|cobrad)[oa]|cobrado menos devuelto/gi,
  },
} as const;
const endings: Readonly<Record<Outcome, object | GatewayAnswer>> = {
  approved: { totalPay: '120.00' },
  declined: refused('declined', '200'),
  rejected: refused('rejected', '605'),
  'not-sent': notSent,
  unknown: lost,
};

/** Consumers that tell the hold of a capture. */
const ofItsHold = ['hold', 'holdReceipt'];
/** Parts of a text that are about 120.00: lines of a file, and figures of a paper. The others tell of nothing. */
const aboutTheMoney: Readonly<Record<string, RegExp>> = {
  history: /\r\n/,
  report: /\r\n/,
  batchExport: /\r\n/,
  dayClose: /(?<=\d\.\d\d)/,
};

test.each(operations.flatMap((operation) => outcomes.map((outcome) => [operation, outcome] as const)))(
  'an attempt to %s that ended as %s is told by its own effect alone',
  async (operation, outcome) => {
    const startedAt = new Date(now.getTime() - 60_000 * (second += 1)).toISOString();
    const shown = await sent(operation, endings[outcome], startedAt);
    const { countsIn } = operationTable[operation];
    for (const language of languagesByTurns()) {
      const said = saidOf[language];
      for (const [consumer, text] of Object.entries(await toldOf(shown, startedAt, language))) {
        if (ofItsHold.includes(consumer)) continue;
        const parted = aboutTheMoney[consumer];
        const parts = parted === undefined ? [text] : text.split(parted).filter((part) => part.includes('120.00'));
        for (const part of parts)
          for (const effect of moneySums)
            if (effect !== countsIn)
              expect(part.replaceAll(said.not, ''), `${consumer}, ${language}`).not.toMatch(said[effect]);
      }
    }
  },
);
