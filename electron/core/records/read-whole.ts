/** Reads every record of a question page by page, and proves by the service's own count that none is missing. */
import { recordKey, type ServiceRecord } from '#shared/ledger/service-records.ts';
import type { MerchantDirectory } from '#electron/core/merchants/merchant-in-use.ts';
import type {
  MerchantAccount,
  ServiceRecords,
  NoRecords,
  RecordsAnswer,
  RecordsCount,
  RecordsQuestion,
} from '#electron/core/ports/gateway.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';

/** Services that read the service's records and compare them with payments. */
export interface RecordServices {
  readonly gateway: { readonly records: ServiceRecords };
  readonly ledger: Ledger;
  readonly merchants: Pick<MerchantDirectory, 'of'>;
}

export interface Reading {
  readonly records: ServiceRecords;
  readonly account: MerchantAccount;
  readonly question: RecordsQuestion;
  readonly most: number;
  /** Called after each page with the number of records so far. What it throws ends the reading. */
  readonly watch?: (read: number) => void;
}

export type WholeRecords = Extract<RecordsAnswer, { kind: 'records' }> & {
  /** False where the service's count is another, or where it names none. */
  readonly whole: boolean;
};

/** Records of one answer: some 150 KB. The service's own limit is in no source, so fewer may come. */
const pageSize = 100;

/** Asks for the count. A service that counts nothing may still list its records. */
export async function countRecords({
  records,
  account,
  question,
}: Pick<Reading, 'records' | 'account' | 'question'>): Promise<RecordsCount> {
  const answer = await records.count(account, question);
  return answer.kind === 'no-answer' && (answer.why === 'refused' || answer.why === 'not-understood')
    ? { kind: 'count', count: null }
    : answer;
}

/** A record that comes while the pages are read moves the others, so such a reading begins anew. */
const tries = 3;

/**
 * Counts before the pages and after them. Only where both are the number of records read, none is missing.
 * @param known the service's count, where it was asked already
 */
export async function readWhole(reading: Reading, known?: RecordsCount): Promise<WholeRecords | NoRecords> {
  let before = known ?? (await countRecords(reading));
  for (let left = tries; ; left--) {
    if (before.kind !== 'count') return before;
    const read = await readPages(reading, before.count);
    if (read.kind !== 'records') return read;
    if (before.count === null) return { ...read, whole: false };
    const after = await countRecords(reading);
    if (after.kind !== 'count') return after;
    // A record that changes while the pages are read comes as two.
    const isSteady = after.count === before.count && read.records.length <= before.count;
    if (isSteady || left === 1) return { ...read, whole: isSteady && read.records.length === before.count };
    before = after;
  }
}

async function readPages(
  { records, account, question, most, watch }: Reading,
  count: number | null,
): Promise<RecordsAnswer> {
  const read = new Map<string, ServiceRecord>();
  for (let offset = 0; ;) {
    const page = await records.ask(account, question, { limit: pageSize, offset });
    if (page.kind !== 'records') return page;
    const known = read.size;
    for (const record of page.records) read.set(recordKey(record), record);
    offset += page.records.length;
    watch?.(read.size);
    // A service that passes over the offset returns the same records again.
    if (read.size === known || read.size >= most || (count !== null && offset >= count))
      return { kind: 'records', records: [...read.values()] };
  }
}
