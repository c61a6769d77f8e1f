/** Questions to the service about its own records, beyond its document, and their answers. */
import type { LookUp, ServiceRecord } from '#shared/ledger/service-records.ts';

/** Both ends in the operator's local time, `yyyy-MM-dd'T'HH:mm:ss`, and both included. */
export interface RecordsTime {
  readonly from: string;
  readonly to: string;
}

export type RecordsQuestion =
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'codOper'; readonly codOper: string }
  | ({ readonly by: 'email'; readonly email: string } & RecordsTime)
  | ({ readonly by: 'time' } & RecordsTime);

/** Part of the records, the newest first. The service may return fewer. */
export interface RecordsPage {
  readonly limit: number;
  readonly offset: number;
}

/** Why there is no answer that says anything. Covers every failure of the service and the network. */
export type NoRecords = Exclude<LookUp, { kind: 'records' }>;

/** Records, the newest first, or why there are none. */
export type RecordsAnswer = { readonly kind: 'records'; readonly records: readonly ServiceRecord[] } | NoRecords;

/** How many records a question has; null where the service answered and named no number. */
export type RecordsCount = { readonly kind: 'count'; readonly count: number | null } | NoRecords;
