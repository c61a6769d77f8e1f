/** Handlers of every call of the contract, one file per group. */
import type { Handlers } from '#electron/ipc/handlers.ts';
import { deedsOfCalls } from './audit/deeds-of-calls.ts';
import { notedCalls, type NotedCallsParts } from './audit/noted-calls.ts';
import { answerCalls, type AnswerCallsParts } from './answers.ts';
import { forActor, guardedFor } from './as.ts';
import { dialogsOf } from '#electron/core/dialogs.ts';
import { historyCalls, type HistoryCallsParts } from './history.ts';
import { holdCalls, type HoldCallsParts } from './holds.ts';
import { ledgerCalls, type LedgerCallsParts } from './ledger.ts';
import { merchantCalls, type MerchantCallsParts } from './merchants.ts';
import { operatorCalls, type OperatorCallsParts } from './operators.ts';
import { paperCalls, type PaperCallsParts } from './papers/paper.ts';
import { paymentCalls, type PaymentCallsParts } from './payments.ts';
import { reportCalls, type ReportCallsParts } from './reports.ts';
import { seatCalls, type SeatCallsParts } from './seat.ts';
import { sessionCalls, type SessionCallsParts } from './session.ts';
import { trainingCalls, type TrainingCallsParts } from './training.ts';
import { updateCalls, type UpdateCallsParts } from './program/updates.ts';
import { vaultCalls, type VaultCallsParts } from './vault.ts';
import { workCalls, type WorkCallsParts } from './work.ts';

export type CallsParts = SessionCallsParts &
  OperatorCallsParts &
  PaymentCallsParts &
  HoldCallsParts &
  HistoryCallsParts &
  ReportCallsParts &
  PaperCallsParts &
  MerchantCallsParts &
  SeatCallsParts &
  LedgerCallsParts &
  AnswerCallsParts &
  VaultCallsParts &
  TrainingCallsParts &
  UpdateCallsParts &
  WorkCallsParts &
  NotedCallsParts;

/** @param given includes the system's dialogs, wrapped here to drop answers that another operator gives after a lock */
export function createCalls(given: CallsParts): Handlers {
  const as = forActor(given.session);
  const guarded = guardedFor(given.approvals, as);
  const parts = { ...given, dialogs: dialogsOf(given.session, given.dialogs) };
  const handlers: Handlers = {
    session: sessionCalls(parts),
    operators: operatorCalls(parts, as),
    payments: paymentCalls(parts, as),
    holds: holdCalls(parts, as, guarded),
    history: historyCalls(parts, as, guarded),
    reports: reportCalls(parts, as, guarded),
    paper: paperCalls(parts, as, guarded),
    merchants: merchantCalls(parts, guarded),
    seat: seatCalls(parts, as, guarded),
    ledger: ledgerCalls(parts, as, guarded),
    answers: answerCalls(parts),
    vault: vaultCalls(parts),
    training: trainingCalls(parts),
    updates: updateCalls(parts),
    work: workCalls(parts, as),
  };
  return notedCalls(handlers, deedsOfCalls(parts), parts);
}
