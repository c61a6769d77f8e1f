/** Process with a service over real TLS that approves everything after a given time. Its work takes nothing from the payer's processor. */
import { setTimeout as pause } from 'node:timers/promises';
import { approvedJson } from '#test/gateway/support/merchant.ts';
import { trustedCa } from '#test/gateway/support/certificates.ts';
import { json, startService, type Answer } from '#test/gateway/support/test-service.ts';

/** Where the service listens, and the authority of its certificate. */
export interface ServiceAddress {
  readonly origin: string;
  readonly ca: string;
}

/** Time that each answer takes, in ms. */
let wait = Number(process.argv[2]);
let answered = 0;

const operations: Readonly<Record<string, string>> = { AUTH: 'AUTH', SALE: 'AUTH_CAPTURE', CAPT: 'CAPTURE' };

const answer: Answer = (response, socket, seen) => {
  service.seen.length = 0;
  const { amount } = JSON.parse(seen.body) as { readonly amount: number };
  const { data, ...envelope } = approvedJson();
  const { date, authStatus, status, messageSys } = data;
  const approved = {
    date,
    authStatus,
    status,
    messageSys,
    operationType: operations[seen.path.split('/').at(-1) ?? ''],
    idtx: ++answered,
    codOper: `SANDBOX_LK-${answered}`,
    totalPay: String(amount),
    requestPayAmount: amount,
  };
  const reply = (): void => json({ ...envelope, data: approved })(response, socket, seen);
  if (wait === 0) reply();
  else void pause(wait).then(reply);
};
const service = await startService(answer);
process.on('message', (next) => {
  wait = Number(next);
  process.send?.('changed');
});
// The starter is gone.
process.on('disconnect', () => process.exit());
process.send?.({ origin: service.origin, ca: trustedCa } satisfies ServiceAddress);
