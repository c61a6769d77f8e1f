/** Digits typed where no field takes them. They begin the next payment, or the page says that they were not taken. */
import { isDialogOpen } from '#renderer/ui/dialog-keys.ts';
import { isTextField, useWindowKeys } from '#renderer/ui/shortcuts.tsx';
import { beforeNextKey, refuseKey } from '#renderer/ui/typing.ts';
import { isSettled } from './next-step.ts';
import type { Payment } from './use-payment.ts';

/** @param asked true while a question stands in place of the payment */
export function useFirstDigit({ phase, startNew }: Payment, asked: boolean): void {
  useWindowKeys((event) => {
    if (phase.kind === 'editing' || asked || !/^\d$/.test(event.key)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTextField(event.target)) return;
    if (isDialogOpen()) return;
    // The amount has the focus before the browser writes the digit.
    if (isSettled(phase)) beforeNextKey(startNew);
    else refuseKey();
  });
}
