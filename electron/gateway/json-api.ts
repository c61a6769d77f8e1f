/** Family A of the service: each operation as JSON at `/rest/processTx/{TYPE}` (sections 2.1, 2.2 and 4.1). */
import type {
  CardPayment,
  GatewayAnswer,
  LaterPayment,
  MerchantAccount,
  SendOptions,
} from '#electron/core/ports/gateway.ts';
import { askedLater, askedOf, type Asked } from '#electron/gateway/answers/asked.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { jsonFamily } from '#electron/gateway/answers/json-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import { fieldNames } from '#shared/payments/payment-fields.ts';
import { cardNames, merchantNames, referringNames } from './wire-names.ts';
import { asKeyed, requestFields, written, type RequestField, type Writers } from './request-fields.ts';
import { incomplete, mayPassForNext, type ServiceApi } from './service-api.ts';
import { bodyOf } from '#electron/gateway/transport/transport-result.ts';
import type { Transport } from '#electron/gateway/transport/transport.ts';
import {
  operationTable,
  type CardOperation,
  type LaterOperation,
  type Operation,
  type TransactionType,
} from '#shared/payments/operations.ts';
import { jsonMoney } from './wire-text.ts';

export function createJsonApi(transport: Transport): ServiceApi {
  async function process(
    account: MerchantAccount,
    type: TransactionType<Operation, 'json'>,
    body: Readonly<Record<string, unknown>>,
    card: CardPayment | null,
    asked: Asked,
    options?: SendOptions,
  ): Promise<GatewayAnswer> {
    const { apiKey } = account.secrets;
    if (apiKey === null || apiKey.trim() === '') return incomplete('the API key is missing');
    const received = await transport.send(
      account,
      {
        path: `/rest/processTx/${type}`,
        headers: { authorization: apiKey.trim(), 'content-type': 'application/json', accept: '*/*' },
        body: bodyOf(JSON.stringify(body)),
      },
      options,
    );
    const answer = readAnswer(jsonFamily, received, secretsOf(account, card), asked);
    if (mayPassForNext(answer, asked.operation)) transport.renew(account);
    return answer;
  }

  const pay =
    (operation: CardOperation, parts: Parts): ServiceApi[CardOperation] =>
    (account, payment, options) => {
      const type = operationTable[operation].types.json;
      const body = paymentBody(account, payment, parts);
      return process(account, type, body, payment, askedOf(operation, payment), options);
    };

  const refer =
    (operation: LaterOperation) =>
    async (account: MerchantAccount, payment: LaterPayment, options?: SendOptions): Promise<GatewayAnswer> => {
      const { codOper } = payment;
      if (codOper === null || codOper === '') return incomplete('the earlier payment has no codOper');
      const body = referringBody(account, { ...payment, codOper }, laterFields[operation]);
      const asked = askedLater(operation, 'json', payment);
      return process(account, operationTable[operation].types.json, body, null, asked, options);
    };

  return {
    authorize: pay('authorize', authorization),
    sell: pay('sell', sale),
    capture: refer('capture'),
    void: refer('void'),
    refund: refer('refund'),
    recharge: refer('recharge'),
  };
}

const writers: Writers<unknown> = {
  amount: jsonMoney,
  tax: jsonMoney,
  ...asKeyed,
  // The key differs between the service's deployments (field notes).
  'device-session': (session, { fingerprintKey }) => ({ [fingerprintKey]: session }),
  'custom-fields': (fields) =>
    fields.length === 0 ? undefined : fields.map(({ id, nameOrLabel, value }) => ({ id, nameOrLabel, value })),
};

/** Parts of a JSON body, in its order. */
interface Parts {
  readonly top: readonly RequestField<unknown>[];
  readonly inCard: readonly RequestField<unknown>[];
  readonly afterCard: readonly RequestField<unknown>[];
}

function partsOf(operation: Operation): Parts {
  const fields = requestFields('json', operation, fieldNames, writers);
  return {
    top: fields.filter(({ place }) => place === undefined),
    inCard: fields.filter(({ place }) => place === 'cardInformation'),
    afterCard: fields.filter(({ place }) => place === 'after the card'),
  };
}

const authorization = partsOf('authorize');
const sale = partsOf('sell');
const laterFields: Readonly<Record<LaterOperation, readonly RequestField<unknown>[]>> = {
  capture: requestFields('json', 'capture', fieldNames, writers),
  void: requestFields('json', 'void', fieldNames, writers),
  refund: requestFields('json', 'refund', fieldNames, writers),
  recharge: requestFields('json', 'recharge', fieldNames, writers),
};

function paymentBody({ merchant, secrets }: MerchantAccount, payment: CardPayment, parts: Parts) {
  const { card } = payment;
  return {
    [merchantNames.json.webCode]: secrets.cclw.trim(),
    ...written(parts.top, payment, merchant),
    [cardNames.json.whole]: {
      [cardNames.json.number]: card.number,
      [cardNames.json.expMonth]: card.expMonth,
      [cardNames.json.expYear]: card.expYear,
      // A string, because a number would lose the zeros of `003` (field notes).
      [cardNames.json.securityCode]: card.securityCode,
      ...written(parts.inCard, payment, merchant),
      [cardNames.json.brand]: card.brand,
    },
    ...written(parts.afterCard, payment, merchant),
  };
}

/** A request about an earlier transaction names it after the amount (section 4.1), and never a card. */
function referringBody(
  { merchant, secrets }: MerchantAccount,
  { codOper, ...payment }: LaterPayment & { readonly codOper: string },
  fields: readonly RequestField<unknown>[],
) {
  const { amount, ...others } = written(fields, payment, merchant);
  return { [merchantNames.json.webCode]: secrets.cclw.trim(), amount, [referringNames.json]: codOper, ...others };
}
