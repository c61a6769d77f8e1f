/** A payment service that approves everything and remembers every request, so that a ledger can be held against it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CapturePayment, CardPayment, Gateway, GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { Operation } from '#shared/payments/operations.ts';
import { approved } from '#test/fixtures/examples.ts';

export interface SentRequest {
  readonly operation: Operation;
  /** Id of the attempt, or of the hold that it settles. */
  readonly id: string;
}

export interface RecordingService {
  readonly gateway: Gateway;
  readonly sent: readonly SentRequest[];
}

/** Longest time that an answer takes, in ms. Servers fail while requests are under way. */
const slowest = 40;

/** Takes the description of a payment for its id, as the seats of these tests write it. */
export function startRecordingService(): RecordingService {
  const sent: SentRequest[] = [];
  const holds = new Map<string, string>();

  async function answer(request: SentRequest, amount: number): Promise<GatewayAnswer> {
    sent.push(request);
    await pause(Math.random() * slowest);
    const approval = approved({ answeredAmount: amount });
    if (approval.outcome === 'approved' && request.operation === 'authorize') {
      for (const reference of [approval.references.codOper, approval.references.authToken]) {
        if (reference !== null) holds.set(reference, request.id);
      }
    }
    return approval;
  }
  const card =
    (operation: 'authorize' | 'sell' | 'refund' | 'recharge') =>
    (_merchant: unknown, _family: unknown, { description, amount }: Pick<CardPayment, 'description' | 'amount'>) =>
      // The mark of the attempt follows, by which the service's records are searched.
      answer({ operation, id: description.split(' | ', 1).join('') }, amount);
  const holdOf = ({ codOper, authToken }: CapturePayment): string =>
    holds.get(codOper ?? '') ?? holds.get(authToken ?? '') ?? 'no hold';

  return {
    sent,
    gateway: {
      records: {
        ask: () => Promise.resolve({ kind: 'not-asked', why: 'off' }),
        count: () => Promise.resolve({ kind: 'not-asked', why: 'off' }),
      },
      authorize: card('authorize'),
      sell: card('sell'),
      capture: (_merchant, _family, payment) => answer({ operation: 'capture', id: holdOf(payment) }, payment.amount),
      void: (_merchant, _family, payment) =>
        answer({ operation: 'void', id: holds.get(payment.codOper) ?? 'no hold' }, payment.amount),
      refund: card('refund'),
      recharge: card('recharge'),
      warm: () => Promise.resolve('stands'),
      close: () => Promise.resolve(),
    },
  };
}
