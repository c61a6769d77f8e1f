/** A close of a day as its row and as its deed, whose digest covers the whole row. */
import { jsonAs } from '#shared/parsed-json.ts';
import { createHash } from 'node:crypto';
import type { KeptDeed } from '#electron/core/ports/audit.ts';
import type { NewDayClose } from '#electron/core/ports/day-figures.ts';
import type { SeatDeed } from '#shared/audit/seat-deeds.ts';
import { figuresSchema } from '#shared/reports/figures.ts';
import type { DayClose } from '#shared/reports/day-close.ts';
import { closeColumns, type DayClosesTable } from '#electron/ledger/rows/tables.ts';

export type CloseRow = DayClosesTable;

/** A close with its deed, as both are recorded. */
export interface RecordedClose {
  readonly row: CloseRow;
  readonly deed: KeptDeed;
}

/** SHA-256 of the row, base64url. The deed has it, so that a changed row differs from the signed trail. */
export const closeDigest = (row: CloseRow): string =>
  createHash('sha256')
    .update(JSON.stringify(closeColumns.map((column) => row[column])))
    .digest('base64url');

/** @param made id and time of the deed */
export function recordedClose(close: NewDayClose, made: Pick<KeptDeed, 'id' | 'at'>): RecordedClose {
  const row: CloseRow = {
    id: close.id,
    merchant_id: close.merchantId,
    merchant_name: close.merchantName,
    environment: close.environment,
    day: close.day,
    from_at: close.from,
    until_at: close.until,
    closed_at: close.closedAt,
    operator_name: close.operatorName,
    seat: close.seat,
    figures: JSON.stringify(close.figures),
  };
  const deed: Extract<SeatDeed, { kind: 'day-closed' }> = {
    kind: 'day-closed',
    closeId: row.id,
    merchant: row.merchant_name,
    environment: row.environment,
    day: row.day,
    digest: closeDigest(row),
  };
  return { row, deed: { ...made, operatorName: row.operator_name, deed } };
}

export const toClose = (row: CloseRow): DayClose => ({
  id: row.id,
  day: row.day,
  environment: row.environment,
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  from: row.from_at,
  until: row.until_at,
  closedAt: row.closed_at,
  operatorName: row.operator_name,
  seat: row.seat,
  // Figures of a newer version of the program, or edited ones, must not hide who closed the day.
  figures: jsonAs(figuresSchema, row.figures),
});
