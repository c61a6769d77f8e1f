/** Makes payments over the bridge, as the Charge screen does, for specs that start with some. */
import type { Page } from '@playwright/test';
import { newId } from '#shared/new-id.ts';
import { callBridge, visa } from './keyed-payment.ts';
import type { Attempt } from '#shared/payments/attempt.ts';

export interface MadePayment {
  /** Minor units. */
  readonly amount: number;
  readonly firstName?: string;
  readonly lastName?: string;
  /** The training merchant by default. */
  readonly merchantId?: string;
}

type Answer = { readonly ok: true; readonly value: Attempt } | { readonly ok: false };

async function make(win: Page, call: 'authorize' | 'sell', payment: MadePayment): Promise<Attempt> {
  const answer = (await callBridge(win, 'payments', call, {
    draftId: newId(),
    merchantId: payment.merchantId ?? 'training',
    amount: payment.amount,
    taxAmount: 0,
    firstName: payment.firstName ?? 'Guadalupe',
    lastName: payment.lastName ?? 'Montenegro Vallarino',
    email: 'guadalupe@example.com',
    phone: '60201236',
    concept: 'Pedido 4471',
    description: 'Repuestos',
    customFieldValues: [],
    card: { number: visa, expMonth: '09', expYear: '30', securityCode: '003', brand: 'VISA' },
  })) as Answer;
  if (!answer.ok) throw new Error(`The payment was refused: ${JSON.stringify(answer)}`);
  return answer.value;
}

export const makeHold = (win: Page, payment: MadePayment): Promise<Attempt> => make(win, 'authorize', payment);
export const makeSale = (win: Page, payment: MadePayment): Promise<Attempt> => make(win, 'sell', payment);

/** Orders a fault of the training gateway for the next requests. */
export const orderFault = (win: Page, fault: object, times: number | null): Promise<unknown> =>
  callBridge(win, 'training', 'order', { fault, times });

/** Voids every hold that waits, so that the queue is empty. */
export async function emptyQueue(win: Page): Promise<void> {
  const { value } = (await callBridge(win, 'holds', 'list', { show: 'waiting' })) as {
    value: { holds: { id: string }[] };
  };
  for (const { id } of value.holds) await callBridge(win, 'holds', 'void', { holdId: id, description: 'Not wanted' });
}
