/** How an action that needs a supervisor's passcode asks for it: the frame answers, whatever screen the action is on. */
import { createContext } from 'react';
import type { Failure } from '#shared/failure.ts';

export type StepUpNeeded = Extract<Failure, { kind: 'step-up-needed' }>;

/** Returns the id of the approval; null when the operator cancels or the seat locks. */
export type AskSupervisor = (needed: StepUpNeeded) => Promise<string | null>;

/** Null where nobody works: there an action just fails. */
export const StepUpContext = createContext<AskSupervisor | null>(null);

/** True below the question for a passcode: a dialog there leaves Esc and the focus to it. */
export const CoveredContext = createContext(false);
