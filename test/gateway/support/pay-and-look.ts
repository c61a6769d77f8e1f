/** A process that takes payments over the contract, as main does, and writes snapshots of its heap on demand. */
import { writeHeapSnapshot } from 'node:v8';
import type { CardPayment, MerchantAccount } from '#electron/core/ports/gateway.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { serve } from '#electron/ipc/serve.ts';
import { failed } from '#shared/failure.ts';
import type { Family } from '#shared/payments/outcome.ts';
import { collectGarbage } from '#test/support/collect-garbage.ts';

/** `pay` over a family, `hold` what is paid next, or `look` at the heap into a file. */
export type Order =
  | { readonly kind: 'pay'; readonly account: MerchantAccount; readonly family: Family; readonly call: unknown }
  | { readonly kind: 'hold' }
  | { readonly kind: 'look'; readonly file: string };

const gateway = createGateway({ userAgent: 'caja/test', resolveProxy: () => Promise.resolve('DIRECT') });
const held: unknown[] = [];
let place: { readonly account: MerchantAccount; readonly family: Family } | null = null;
let holds = false;

const sell = async (payment: CardPayment) => {
  if (holds) held.push(payment);
  if (place === null) throw new Error('no merchant');
  const { outcome } = await gateway.sell(place.account, place.family, payment);
  process.send?.(outcome);
  return failed({ kind: 'not-found' });
};
const answer = serve({
  handlers: { payments: { sell } } as unknown as Handlers,
  actor: () => ({ name: 'Ana', role: 'cashier' }),
  atWork: () => Promise.resolve(true),
  report: ({ error }) => process.send?.(String(error)),
  makeReference: () => 'ref-1',
});

process.on('message', (order: Order) => {
  switch (order.kind) {
    case 'pay':
      place = { account: order.account, family: order.family };
      void answer({ ownWindow: true, mainFrame: true, url: 'app://caja/index.html' }, order.call);
      return;
    case 'hold':
      holds = true;
      process.send?.('holds');
      return;
    case 'look':
      collectGarbage();
      writeHeapSnapshot(order.file);
      process.send?.('looked');
  }
});
