/**
 * The conformance matrix: six operations × every fault of the training gateway, over real TLS. Compares the client's
 * outcome with the gateway's own ledger, which knows what became of the money.
 */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { KeyPairPem } from '#electron/training/server/certificates.ts';
import { failureCodes } from '#electron/training/families/service-words.ts';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import type { GatewayAnswer, MerchantAccount } from '#electron/core/ports/gateway.ts';
import { decimalText } from '#shared/payments/money.ts';
import { families, type Family } from '#shared/payments/outcome.ts';
import { operationsOf, operationTable, type Operation } from '#shared/payments/operations.ts';
import {
  declineReasons,
  isTlsFault,
  plainFaults,
  practiceAmounts,
  type TrainingLedgerEntry,
} from '#shared/seat/training.ts';
import { gatewayOfTraining, trainingAccount } from '#test/gateway/support/gateway-for.ts';
import { payment } from '#test/gateway/support/merchant.ts';
import { times } from '#test/support/thorough.ts';
import {
  bodyTimeout,
  headersTimeout,
  processedRows,
  rows,
  type Expectation,
  type Row,
} from '#test/training/conformance-table.ts';

let training: TrainingGateway;
// One payment is repeated in every cell.
const gateway = gatewayOfTraining({ equalPayments: null }, (started) => (training = started));
let ownCertificate: KeyPairPem;
beforeAll(async () => {
  ownCertificate = await training.clientCertificate();
});
let received = 0;
/** Address at which nothing listens, once a cell has asked for it. */
let gone: Promise<string> | null = null;

/** Each client configuration is a merchant of its own, so that none uses another's connection. */
function merchantFor(client: Row['client'], baseUrl = training.origin): MerchantAccount {
  const { merchant, secrets } = trainingAccount(training, {
    id: client,
    baseUrl,
    ...(client === 'impatient for the head' ? { headersTimeout } : {}),
    ...(client === 'impatient for the body' ? { bodyTimeout } : {}),
  });
  if (client !== 'with certificate') return { merchant, secrets };
  return { merchant, secrets: { ...secrets, clientCertificate: { kind: 'pem', ...ownCertificate } } };
}

/** The payment of a cell. A practice amount differs from the usual one. */
type Payment = typeof payment;

/** Prepares the operation as one call. A capture gets its authorization first, whatever its amount would cause. */
async function prepare(
  operation: Operation,
  family: Family,
  account: MerchantAccount,
  paid: Payment,
): Promise<() => Promise<GatewayAnswer>> {
  if (operation === 'authorize' || operation === 'sell') return () => gateway[operation](account, family, paid);
  await training.order({ fault: { kind: 'delay', milliseconds: 1 }, times: 1 });
  const earlier = operation === 'refund' ? 'sell' : 'authorize';
  const begun = await gateway[earlier](merchantFor('usual'), family, paid);
  if (begun.outcome !== 'approved') throw new Error(`nothing to refer to: ${said(begun)}`);
  received += 1;
  const { codOper, authToken, idtx } = begun.references;
  const { amount, description, firstName, lastName, email, card } = paid;
  const told = { card: { brand: card.brand, lastFour: card.number.slice(-4) }, firstName, lastName, email, idtx };
  if (operation === 'recharge') {
    const first = { ...paid, customFieldValues: [], codOper: codOper ?? '', earlier: told };
    return () => gateway.recharge(account, family, first);
  }
  if (operation !== 'capture') {
    const reversed = { amount, description, customFieldValues: [], codOper: codOper ?? '', earlier: told };
    return () => gateway[operation](account, family, reversed);
  }
  return () => gateway.capture(account, family, { amount, description, codOper, authToken, earlier: told });
}

const said = (answer: GatewayAnswer): string =>
  'cause' in answer ? `${answer.outcome} ${answer.cause}` : answer.outcome;

/** Checks the rules that hold whatever the table says. */
function checkLaws(answer: GatewayAnswer, entries: readonly TrainingLedgerEntry[], seen: number): void {
  expect(seen, 'requests seen for one payment').toBeLessThanOrEqual(1);
  expect(entries.length, 'entries of one payment').toBeLessThanOrEqual(1);
  const moved = entries.some(({ result }) => result === 'approved');
  if (moved) expect(['approved', 'unknown'], 'outcome of a processed request').toContain(answer.outcome);
  if (answer.outcome === 'approved') expect(moved, 'an approved request was processed').toBe(true);
  if (answer.outcome === 'not-sent') expect(seen, 'requests seen that were not sent').toBe(0);
}

/** Checks that an approval reports exactly what the gateway booked. */
function checkApproval(answer: GatewayAnswer, entry: TrainingLedgerEntry, { family, paid }: Cell): void {
  if (answer.outcome !== 'approved') return;
  expect(answer.references.codOper).toBe(entry.codOper);
  expect(answer.references.authToken).toBe(entry.authToken);
  expect(answer.answeredAmount).toBe(paid.amount);
  expect(entry).toMatchObject({ amount: decimalText(paid.amount), lastFour: '7001', email: paid.email });
  if (family === 'json') expect(answer.receiptUrl).toMatch(new RegExp(`^${training.origin}/receipts/`));
}

interface Cell {
  readonly operation: Operation;
  readonly family: Family;
  readonly account: MerchantAccount;
  readonly paid: Payment;
  readonly expected: Expectation;
  /** Brings the fault about, right before the request. */
  readonly arrange: () => Promise<unknown>;
}

async function runCell(cell: Cell): Promise<void> {
  const { operation, family, account, paid, expected, arrange } = cell;
  const send = await prepare(operation, family, account, paid);
  await arrange();
  const before = { entries: training.ledger().length, received: training.status().received };
  const answer = await send();
  // A client that gave up early may have done so before the gateway read the request.
  const arrived = (): number => training.status().received - before.received;
  await expect.poll(arrived).toBeGreaterThanOrEqual(expected.received);
  await training.order({ fault: { kind: 'none' }, times: null });
  const entries = training.ledger().slice(before.entries);
  const seen = arrived();
  received += seen;
  checkLaws(answer, entries, seen);
  expect({ said: said(answer), booked: entries[0]?.result ?? null, received: seen }).toEqual(expected);
  if (!entries[0]) return;
  expect(entries[0]).toMatchObject({ operation: operationTable[operation].types[family], family });
  checkApproval(answer, entries[0], cell);
}

/**
 * Practice amounts with the row of their fault. The long delay is left out because the same fault is ordered elsewhere.
 */
const practiceRows = (operation: Operation) =>
  practiceAmounts.flatMap(({ amount, fault }) => {
    const row = rows(operation).find(
      ({ fault: ordered, client }) => client === 'usual' && isDeepStrictEqual(ordered, fault),
    );
    return row ? [[decimalText(amount), amount, row] as const] : [];
  });

describe.each(families)('family %s', (family) => {
  const all = operationsOf(family);
  describe.each(all)('%s', (operation) => {
    const cell = { operation, family, paid: payment };
    /** `npm test` shares each row out to one operation of each family, by turns. */
    const some = <Each>(list: readonly Each[]): readonly Each[] =>
      list.filter((_each, index) => (index + all.indexOf(operation)) % times(all.length, 1) === 0);

    test.each(some(rows(operation)).map((row) => [row.name, row] as const))(
      'a payment under %s ends as the table says',
      async (_name, row) => {
        await runCell({
          ...cell,
          account: merchantFor(row.client),
          expected: row.expected[family],
          arrange: () => training.order({ fault: row.fault, times: null }),
        });
      },
    );

    const tlsRows = rows(operation).filter(({ fault, client }) => isTlsFault(fault) && client === 'usual');
    test.each(some(tlsRows).map((row) => [row.name, row] as const))(
      'a connection that was warmed before %s ends the same',
      async (_name, row) => {
        const account = merchantFor('usual');
        await runCell({
          ...cell,
          account,
          expected: row.expected[family],
          arrange: async () => {
            await gateway.warm(account);
            await training.order({ fault: row.fault, times: null });
          },
        });
      },
    );

    const afterwards = processedRows(operation).flatMap(({ name, fault, said: expected }) =>
      expected[family] === null ? [] : [[name, fault, expected[family]] as const],
    );
    // All for sales, because some of them are open for payments by card alone.
    test.each(operation === 'sell' ? afterwards : some(afterwards))(
      'a processed payment answered with %s is never called refused',
      async (_name, fault, expected) => {
        await runCell({
          ...cell,
          account: merchantFor('usual'),
          expected: { said: expected, booked: 'approved', received: 1 },
          arrange: () => training.order({ fault, times: null }),
        });
      },
    );

    test.each(some(practiceRows(operation)))(
      'the practice amount %s ends as the same fault ordered by the trainer',
      async (_text, amount, row) => {
        await runCell({
          ...cell,
          paid: { ...payment, amount },
          account: merchantFor('usual'),
          expected: row.expected[family],
          arrange: () => Promise.resolve(),
        });
      },
    );

    test('a payment to a gateway that is not there is not sent', async () => {
      await runCell({
        ...cell,
        account: merchantFor('usual', await (gone ??= closedOrigin())),
        expected: { said: 'not-sent refused', booked: null, received: 0 },
        arrange: () => Promise.resolve(),
      });
    });
  });
});

/** Returns the address of a gateway that has been closed. */
async function closedOrigin(): Promise<string> {
  const closed = await startTrainingGateway();
  await closed.close();
  return closed.origin;
}

test('the table has every fault, every decline reason and every code of the field notes', () => {
  const kinds = new Set(rows('sell').map(({ fault }) => fault.kind));
  expect([...plainFaults].filter((kind) => !kinds.has(kind))).toEqual([]);
  const reasons = rows('sell').flatMap(({ fault }) => (fault.kind === 'decline' ? [fault.reason] : []));
  expect(reasons.toSorted()).toEqual([...declineReasons].toSorted());
  const codes = rows('sell').flatMap(({ fault }) => (fault.kind === 'header-status' ? [fault.code] : []));
  expect(failureCodes.filter((code) => !codes.includes(code))).toEqual([]);
});

test('every practice amount but the long delay has its row', () => {
  expect(practiceRows('sell')).toHaveLength(practiceAmounts.length - 1);
});

test('no request arrived later than the answer to it', () => {
  expect(training.status().received).toBe(received);
});
