/** Words for a ledger that can't be used: the fact, then when payments go on, where that is known. */
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { seatNames } from '#shared/ledger/awaited-seats.ts';
import type { LedgerStatus } from '#shared/seat/settings.ts';

export function ledgerReasonWords(t: Translate, reason: LedgerFailureReason): string {
  const fact = t(`failures:ledger.${reason}`);
  switch (reason) {
    case 'disconnected':
    case 'full':
    case 'waits-for-standby':
      return `${fact} ${t(`failures:ledgerNext.${reason}`)}`;
    default:
      return fact;
  }
}

/** Words for the progress of what payments wait for. */
export const updatingWords = (t: Translate, progress: MigrationProgress): string =>
  t(`banners:updating.${progress.kind}`, { ...progress });

/** Says what a server had lost: payments that were written again, and those that wait for another seat. */
export const lostPayments = (
  t: Translate,
  { writtenBack, missing, awaited }: NonNullable<LedgerStatus['otherServer']>,
): string =>
  [
    writtenBack > 0 ? t('banners:otherServerWrittenBack', { count: writtenBack }) : '',
    missing > 0 ? t('banners:otherServerMissing', { count: missing }) : '',
    awaited.length > 0 ? t('banners:otherServerAwaited', { seats: seatNames(t, awaited) }) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
