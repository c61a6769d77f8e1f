/**
 * The service's records of transactions, as the query of a merchant's transactions returns them (field notes, beyond the document).
 * Declined payments are not among them.
 */
import { decimalText } from '#shared/payments/money.ts';
import type { Bank } from '#electron/training/bank/bank.ts';
import { isCharge, isReversal } from '#electron/training/bank/kinds.ts';
import type { BankTransaction } from '#electron/training/bank/transaction.ts';
import { serviceTime } from './field-checks.ts';
import { idtxOf, type JsonBody } from './json-answers.ts';
import { amountNumber, amountText } from './raw-json.ts';

/** A record, and what a question compares. */
export interface BankRecord {
  readonly codOper: string;
  readonly email: string;
  /** Operator's local time, `yyyy-MM-dd'T'HH:mm:ss`. */
  readonly at: string;
  /** Minor units. */
  readonly amount: number;
  readonly customFields: string;
  readonly row: JsonBody;
}

/** Returns the records in the order in which they were booked. */
export const recordsOf = (bank: Bank, reversalsListed: boolean): readonly BankRecord[] =>
  bank.booked().flatMap((transaction) => {
    if (transaction.declined !== null || (!reversalsListed && isReversal(transaction.kind))) return [];
    const record = recordOf(bank, transaction);
    return transaction.asked ? [stepRecord(record, transaction), record] : [record];
  });

function recordOf(bank: Bank, transaction: BankTransaction): BankRecord {
  const { buyer, codOper, customFields, related, sequence, asked } = transaction;
  const at = serviceTime(transaction.at);
  const refunded = bank.refundedOf(transaction);
  // The amount of a charge falls with each refund; one that was given back whole keeps it and has a state of its own.
  const amount = refunded < transaction.amount ? transaction.amount - refunded : transaction.amount;
  const name = `${buyer.firstName} ${buyer.lastName}`;
  return {
    codOper,
    email: buyer.email,
    at,
    amount,
    customFields: customFields.map(({ nameOrLabel, value }) => `${nameOrLabel} ${value}`).join(' '),
    row: {
      codOper,
      amount: amountNumber(amount),
      authAmount: amountText(transaction.amount),
      txType: typeInRecords(transaction),
      status: bank.isVoided(transaction) ? 4 : refunded === transaction.amount ? 3 : 1,
      authStatus: asked ? 'Procesada' : sequence % 6 === 5 ? null : '00',
      messageSys: 'APPROVED',
      dateTms: at,
      // Equal to dateTms, whatever its name says (field notes).
      authDateGmt: at,
      displayCardNum: asked ? null : buyer.lastFour,
      cardholderFullName: asked || sequence % 9 === 8 ? '' : name,
      email: buyer.email,
      phone: buyer.phone,
      cardType: asked ? 'CLAVE' : buyer.brand === 'MASTERCARD' ? 'MC' : 'VISA',
      txDescription: transaction.description,
      txConcept: buyer.concept,
      txDescriptor: 'PF*TRAINING',
      codAuth: asked ? `CLAVE-${String(sequence)}` : String(100_000 + sequence),
      binCountry: 'PA',
      binBank: 'Training Bank of Panama',
      ip: null,
      customFields:
        sequence % 2 === 0
          ? customFields
          : Object.fromEntries(customFields.map(({ nameOrLabel, value }) => [nameOrLabel, value])),
      idTransaction: idtxOf(transaction),
      idRelatedTransaction: related === null ? null : idtxOf(related),
      ...feesOf(transaction),
      containOpenClaim: false,
      inRevision: false,
    },
  };
}

/** The step that asked the cardholder: status 1 and the same amount, a minute before, and no money moved (field notes). */
function stepRecord(record: BankRecord, { at, sequence }: BankTransaction): BankRecord {
  const earlier = serviceTime(new Date(at.getTime() - 60_000));
  const codOper = `${record.codOper}-3DS`;
  return {
    ...record,
    codOper,
    at: earlier,
    row: {
      ...record.row,
      codOper,
      txType: '3DS',
      status: 1,
      dateTms: earlier,
      authDateGmt: earlier,
      codAuth: `CLAVE-${String(sequence)}-3DS`,
      idTransaction: sequence,
      ...feesOf(null),
    },
  };
}

/** The types of family A, because the records know no other. */
function typeInRecords({ kind }: BankTransaction): string {
  if (kind === 'SALE') return 'AUTH_CAPTURE';
  return kind === 'CAPT' ? 'CAPTURE' : kind;
}

/** Computes the operator's part of a charge: 3.5 %, 0.50, 7 % of both, half of the ITBMS, sometimes a reserve of 5 %. */
function feesOf(transaction: BankTransaction | null): JsonBody {
  const charge = transaction !== null && isCharge(transaction.kind) ? transaction : null;
  const amount = charge?.amount ?? 0;
  const commission = percent(amount, 3.5);
  const cost = charge === null ? 0 : 50;
  const reserve = charge !== null && charge.sequence % 10 === 9 ? percent(amount, 5) : 0;
  return {
    totalCom: amountNumber(commission),
    totalCost: amountNumber(cost),
    tax: amountNumber(percent(commission + cost, 7)),
    taxRetention: amountNumber(percent(charge?.taxAmount ?? 0, 50)),
    totalReserve: amountNumber(reserve),
    reserveIsLiberated: false,
    reserveLiberationDate: null,
  };
}

const percent = (amount: number, part: number): number => Math.round((amount * part * 10) / 1000);

/** Returns the records that a question asks for, or null when it is not understood. */
export function asked(
  records: readonly BankRecord[],
  params: ReadonlyMap<string, string>,
): readonly BankRecord[] | null {
  const tests = [
    ...parts(params.get('filter')).map(filterTest),
    ...parts(params.get('conditional')).map(conditionTest),
  ];
  return tests.includes(null) ? null : records.filter((record) => tests.every((test) => test?.(record)));
}

type RecordTest = (record: BankRecord) => boolean;

const parts = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.split('|');

function filterTest(text: string): RecordTest | null {
  const [, name, value = ''] = /^(codOper|email)::(.*)$/i.exec(text) ?? [];
  if (name === undefined) return null;
  return name.toLowerCase() === 'email'
    ? ({ email }) => email.toLowerCase() === value.toLowerCase()
    : ({ codOper }) => codOper === value;
}

function conditionTest(text: string): RecordTest | null {
  const [, name = '', how = '', value = ''] = /^(dateTms|amount|customFields)\$(bt|lk)(.*)$/i.exec(text) ?? [];
  const [from = '', to = ''] = value.split('::');
  switch (`${name.toLowerCase()} ${how}`) {
    case 'datetms bt':
      return ({ at }) => at >= from && at <= to;
    case 'amount bt':
      return ({ amount }) => Number(decimalText(amount)) >= Number(from) && Number(decimalText(amount)) <= Number(to);
    case 'customfields lk':
      return ({ customFields }) => customFields.includes(value.replaceAll(/^%|%$/g, ''));
    default:
      return null;
  }
}
