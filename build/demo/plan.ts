/** The steps of the demo in order. Each sends one request and states the expected screen and the gateway's expected action. */
import type { Family, Outcome } from '#shared/payments/outcome.ts';
import { type Operation, operationTable } from '#shared/payments/operations.ts';
import type { Page } from 'playwright';
import { outcomes } from '#shared/locales/en/payments/outcomes.ts';
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';
import { answerRecords, capture, cards, orderCode, pay, refundNewest, type KeyedPayment } from './screens.ts';

export interface DemoStep {
  readonly name: string;
  readonly operation: Operation;
  readonly family: Family;
  readonly outcome: Outcome;
  readonly codOper: string | null;
  readonly authToken: string | null;
  readonly receiptUrl: string | null;
  /** Path of the screenshot, relative to the checkout. */
  readonly screenshot: string;
}

export interface PlannedStep {
  /** Name of the step and its screenshot. */
  readonly name: string;
  readonly operation: Operation;
  readonly family: Family;
  /** Outcome that the screen must show. */
  readonly outcome: Outcome;
  readonly references: readonly ('codOper' | 'authToken' | 'receiptUrl')[];
  /** Entry that the gateway must have booked, whatever happened to its answer. */
  readonly done: Pick<TrainingLedgerEntry, 'operation' | 'result' | 'amount'>;
  /** Presses keys until the request is sent. */
  readonly keys: (page: Page) => Promise<void>;
}

/** Interface of the practice merchant. */
const family: Family = 'json';
const references = ['codOper', 'receiptUrl'] as const;

function payment(
  name: string,
  operation: KeyedPayment['operation'],
  order: Order,
  differs: Partial<PlannedStep> = {},
): PlannedStep {
  const { amount } = order;
  return {
    name,
    operation,
    family,
    outcome: 'approved',
    references,
    done: { operation: operationTable[operation].types[family], result: 'approved', amount },
    keys: (page) => pay(page, { ...order, operation }),
    ...differs,
  };
}

function captureOf(name: string, held: Order, differs: Partial<PlannedStep> = {}): PlannedStep {
  const { lastName, amount } = held;
  return {
    name,
    operation: 'capture',
    family,
    outcome: 'approved',
    references,
    done: { operation: operationTable.capture.types[family], result: 'approved', amount },
    keys: (page) => capture(page, lastName),
    ...differs,
  };
}

type Order = Omit<KeyedPayment, 'operation'>;

const drill: Order = {
  amount: '120.00',
  card: cards.visa,
  firstName: 'María José',
  lastName: 'Castillero',
  concept: 'Order 1182',
  description: 'Drill and bits',
};
const paint: Order = {
  amount: '85.50',
  card: cards.mastercard,
  firstName: 'Luis',
  lastName: 'Batista',
  concept: 'Order 1183',
  description: 'Paint, 4 gallons',
};
const tiles: Order = {
  amount: '240.00',
  card: cards.secondVisa,
  firstName: 'Ana',
  lastName: 'De León',
  concept: 'Order 1184',
  description: 'Floor tiles',
};

/** The steps. 901.00 and 906.00 are practice amounts: a decline, and an answer lost after processing, which is found in the end. */
export const plan: readonly PlannedStep[] = [
  payment('authorize-visa', 'authorize', drill),
  payment('authorize-mastercard', 'authorize', paint),
  payment('authorize-to-be-refused', 'authorize', tiles),
  captureOf('capture-visa', drill),
  captureOf('capture-mastercard', paint),
  captureOf('capture-620', tiles, {
    outcome: 'rejected',
    references: [],
    done: { operation: 'CAPTURE', result: 'rejected', amount: tiles.amount },
    keys: async (page) => {
      await orderCode(page, '620');
      await capture(page, tiles.lastName);
    },
  }),
  payment('sell-visa', 'sell', { ...drill, amount: '64.20', concept: 'Order 1185' }),
  payment('sell-mastercard', 'sell', { ...paint, amount: '33.15', concept: 'Order 1186' }),
  {
    name: 'refund-part',
    operation: 'refund',
    family,
    outcome: 'approved',
    references: ['codOper'],
    done: { operation: operationTable.refund.types[family], result: 'approved', amount: '13.15' },
    keys: (page) => refundNewest(page, '13.15', 'One gallon came back'),
  },
  payment(
    'sell-declined',
    'sell',
    { ...tiles, amount: '901.00' },
    {
      outcome: 'declined',
      // Receipts are offered for approvals only.
      references: ['codOper'],
      done: { operation: 'AUTH_CAPTURE', result: 'declined', amount: '901.00' },
    },
  ),
  payment('sell-answer-lost', 'sell', { ...paint, amount: '906.00' }, { outcome: 'unknown', references: [] }),
  payment(
    'sell-answer-found',
    'sell',
    { ...tiles, amount: '906.00' },
    {
      references: [],
      keys: async (page) => {
        await answerRecords(page);
        await pay(page, { ...tiles, amount: '906.00', operation: 'sell' });
        await page
          .getByRole('heading', { name: outcomes.resolved.title.approved.charged })
          .filter({ visible: true })
          .waitFor();
      },
    },
  ),
];
