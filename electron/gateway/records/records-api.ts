/** Asks the service for its own records: `GET …/MerchantTransactions` at the merchant's own address for it (field notes). */
import type {
  MerchantAccount,
  ServiceRecords,
  NoRecords,
  RecordsPage,
  RecordsQuestion,
  RecordsTime,
} from '#electron/core/ports/gateway.ts';
import type { Transport } from '#electron/gateway/transport/transport.ts';
import { bodyOf, type Received } from '#electron/gateway/transport/transport-result.ts';
import { readCount, readRecords } from './read-records.ts';

const path = '/PFManagementServices/api/v1/MerchantTransactions';

/** Longest wait for an answer, in ms. Nobody waits at the counter for it. */
const longestWait = 20_000;
const newest: RecordsPage = { limit: 50, offset: 0 };

/** @param transport another one than that of payments, because the host is another and no payment may wait for a question */
export function createServiceRecords(transport: Transport): ServiceRecords {
  async function get<Answer>(
    { merchant, secrets }: MerchantAccount,
    params: Readonly<Record<string, string>>,
    read: (received: Received) => Answer | NoRecords,
  ): Promise<Answer | NoRecords> {
    const { recordsUrl } = merchant;
    if (recordsUrl === null) return { kind: 'not-asked', why: 'off' };
    const apiKey = secrets.apiKey?.trim() ?? '';
    if (apiKey === '') return { kind: 'not-asked', why: 'no-keys' };
    const headersTimeout = Math.min(merchant.headersTimeout, longestWait);
    const there: MerchantAccount = { secrets, merchant: { ...merchant, baseUrl: recordsUrl, headersTimeout } };
    const query = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const received = await transport.send(there, {
      method: 'GET',
      path: `${path}?${query.join('&')}`,
      headers: { authorization: apiKey, accept: 'application/json' },
      body: bodyOf(''),
    });
    return read(received);
  }

  return {
    ask: (account, question, { limit, offset } = newest) =>
      get(
        account,
        {
          ...asked(question),
          sort: '-dateTms',
          limit: String(limit),
          ...(offset === 0 ? {} : { offset: String(offset) }),
        },
        readRecords,
      ),
    count: (account, question) => get(account, { ...asked(question), field: 'idTransaction::COUNT' }, readCount),
  };
}

function asked(question: RecordsQuestion): Readonly<Record<string, string>> {
  switch (question.by) {
    case 'reference':
      return { conditional: `customFields$lk%${question.reference}%` };
    case 'codOper':
      return { filter: `codOper::${question.codOper}` };
    case 'email':
      return { filter: `email::${question.email}`, ...within(question) };
    case 'time':
      return within(question);
  }
}

const within = ({ from, to }: RecordsTime) => ({ conditional: `dateTms$bt${from}::${to}` });
