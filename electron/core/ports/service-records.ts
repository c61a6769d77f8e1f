/** Questions to the service about its own records, beyond its document, and their answers. */
import type { LookUp, ServiceRecord } from '#shared/ledger/service-records.ts';

export type RecordsQuestion =
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'codOper'; readonly codOper: string }
  /** Both ends in the operator's local time, `yyyy-MM-dd'T'HH:mm:ss`. */
  | { readonly by: 'email'; readonly email: string; readonly from: string; readonly to: string };

/** Records, the newest first, or why there are none. Covers every failure of the service and the network. */
export type RecordsAnswer =
  | { readonly kind: 'records'; readonly records: readonly ServiceRecord[] }
  | Exclude<LookUp, { kind: 'records' }>;
