/** Handlers of every call of the contract, one file per group. */
import type { Handlers } from '#electron/ipc/handlers.ts';
import { answerCalls } from './answers.ts';
import { byRule, type Works } from './by-rule.ts';
import { dialogsOf } from '#electron/core/dialogs.ts';
import { historyCalls } from './history.ts';
import { holdCalls } from './holds.ts';
import { ledgerCalls } from './ledger.ts';
import { merchantCalls } from './merchants.ts';
import { operatorCalls } from './operators.ts';
import { paperCalls } from './papers/paper.ts';
import { paymentCalls } from './payments.ts';
import { reportCalls } from './reports.ts';
import { seatCalls } from './seat.ts';
import type { Services } from './services.ts';
import { sessionCalls } from './session.ts';
import { trainingCalls } from './training.ts';
import { updateCalls } from './program/updates.ts';
import { vaultCalls } from './vault.ts';
import { workCalls } from './work.ts';

/** @param given includes the system's dialogs, wrapped here to drop answers that another operator gives after a lock */
export function createCalls(given: Services): Handlers {
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
