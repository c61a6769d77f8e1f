/** Asks the service for its own records: `GET …/MerchantTransactions` at the merchant's own address for it (field notes). */
import type { MerchantAccount, ServiceRecords } from '#electron/core/ports/gateway.ts';
import type { RecordsQuestion } from '#electron/core/ports/service-records.ts';
import type { Transport } from '#electron/gateway/transport/transport.ts';
import { bodyOf } from '#electron/gateway/transport/transport-result.ts';
import { readRecords } from './read-records.ts';

const path = '/PFManagementServices/api/v1/MerchantTransactions';

/** Longest wait for an answer, in ms. Nobody waits at the counter for it. */
const longestWait = 20_000;
const most = 50;

/** @param transport another one than that of payments, because the host is another and no payment may wait for a question */
export function createServiceRecords(transport: Transport): ServiceRecords {
  return {
    async ask({ merchant, secrets }, question) {
      const { recordsUrl } = merchant;
      if (recordsUrl === null) return { kind: 'not-asked', why: 'off' };
      const apiKey = secrets.apiKey?.trim() ?? '';
      if (apiKey === '') return { kind: 'not-asked', why: 'no-keys' };
      const headersTimeout = Math.min(merchant.headersTimeout, longestWait);
      const there: MerchantAccount = { secrets, merchant: { ...merchant, baseUrl: recordsUrl, headersTimeout } };
      const received = await transport.send(there, {
        method: 'GET',
        path: `${path}?${queryOf(question)}`,
        headers: { authorization: apiKey, accept: 'application/json' },
        body: bodyOf(''),
      });
      return readRecords(received);
    },
  };
}

function queryOf(question: RecordsQuestion): string {
  const params = Object.entries({ ...asked(question), sort: '-dateTms', limit: String(most) });
  return params.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function asked(question: RecordsQuestion): Readonly<Record<string, string>> {
  switch (question.by) {
    case 'reference':
      return { conditional: `customFields$lk%${question.reference}%` };
    case 'codOper':
      return { filter: `codOper::${question.codOper}` };
    case 'email':
      return { filter: `email::${question.email}`, conditional: `dateTms$bt${question.from}::${question.to}` };
  }
}
