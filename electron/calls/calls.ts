/** Handlers of every call of the contract, one file per group. */
import type { Handlers } from '#electron/ipc/handlers.ts';
import { answerCalls, type AnswerCallsParts } from './answers.ts';
import { byRule, type RuleParts, type Works } from './by-rule.ts';
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
  RuleParts;

/** @param given includes the system's dialogs, wrapped here to drop answers that another operator gives after a lock */
export function createCalls(given: CallsParts): Handlers {
  const parts = { ...given, dialogs: dialogsOf(given.session, given.dialogs) };
  const works: Works = {
    session: sessionCalls(parts),
    operators: operatorCalls(parts),
    payments: paymentCalls(parts),
    holds: holdCalls(parts),
    history: historyCalls(parts),
    reports: reportCalls(parts),
    paper: paperCalls(parts),
    merchants: merchantCalls(parts),
    seat: seatCalls(parts),
    ledger: ledgerCalls(parts),
    answers: answerCalls(parts),
    vault: vaultCalls(parts),
    training: trainingCalls(parts),
    updates: updateCalls(parts),
    work: workCalls(parts),
  };
  return byRule(works, parts);
}
