/** Every field of the table is on the wire of the operations that carry it, in its place, and of no other. */
import { describe, expect, test } from 'vitest';
import type { CardPayment, MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import { decimalText } from '#shared/payments/money.ts';
import { families, type Family } from '#shared/payments/outcome.ts';
import { operationsOf, operationTable, type Operation } from '#shared/payments/operations.ts';
import {
  captureFields,
  fieldNames,
  paymentFields,
  wireField,
  type PaymentFieldName,
} from '#shared/payments/payment-fields.ts';
import { merchantNames } from '#electron/gateway/wire-names.ts';
import { accountAt, apiKey, capture, cclw, payment, recharge, reversal } from '#test/gateway/support/merchant.ts';
import { bytes, type TestService } from '#test/gateway/support/test-service.ts';
import { gatewayFor } from '#test/gateway/support/gateway-for.ts';
import { exampleFields, isAlwaysThere } from '#test/fixtures/payment-fields.ts';

let service: TestService;
const gateway = gatewayFor(bytes('{}'), (started) => (service = started));

const complete: CardPayment = { ...payment, ...exampleFields };
const completeCapture = {
  ...capture,
  ...(Object.fromEntries(captureFields.map((name) => [name, exampleFields[name]])) as object),
};

const completeRecharge = { ...recharge, ...exampleFields };
const completeReversal = { ...reversal, ...exampleFields };

async function sent(
  family: Family,
  operation: Operation,
  keyed: CardPayment = complete,
  account: MerchantAccount = accountAt(service.origin),
): Promise<string> {
  if (operation === 'void' || operation === 'refund') await gateway[operation](account, family, completeReversal);
  else if (operation === 'capture') await gateway.capture(account, family, completeCapture);
  else if (operation === 'recharge') await gateway.recharge(account, family, completeRecharge);
  else await gateway[operation](account, family, keyed);
  return service.seen.at(-1)?.body ?? '';
}

type Body = Readonly<Record<string, unknown>>;
function read(family: Family, body: string): Body {
  if (family === 'form') return Object.fromEntries(new URLSearchParams(body));
  const { cardInformation, ...rest } = JSON.parse(body) as Body & { readonly cardInformation?: Body };
  return { ...rest, ...cardInformation };
}

/** How the wire says the example of a field. */
function said(name: PaymentFieldName, family: Family): unknown {
  const value = exampleFields[name];
  const { kind } = paymentFields[name];
  if (kind === 'amount' || kind === 'tax') {
    return family === 'json' ? Number(value) / 100 : decimalText(Number(value));
  }
  return kind === 'device-session' ? { sessionFraud: value } : value;
}

const cases = families.flatMap((family) => operationsOf(family).map((operation) => [family, operation] as const));

describe.each(cases)('on the wire of the %s family, %s', (family, operation) => {
  test.each(fieldNames)('carries %s if it has a place for it', async (name) => {
    const body = read(family, await sent(family, operation));
    const { wire }: PaymentField = paymentFields[name];
    const own = wire[family];
    if (wireField(name, family, operation) === null) {
      if (own !== 'not sent') expect(body).not.toHaveProperty(own.name);
      expect(JSON.stringify(body)).not.toContain(`only${name.toLowerCase()}`);
    } else {
      expect(own === 'not sent' ? undefined : body[own.name]).toEqual(said(name, family));
    }
  });

  test('carries the web code and the API key without the blanks that were pasted around them', async () => {
    const account = accountAt(service.origin, {
      merchant: { formAuthorizationHeader: true },
      secrets: { cclw: ` ${cclw}\n`, apiKey: ` ${apiKey}\n` },
    });
    const body = read(family, await sent(family, operation, complete, account));
    expect(body[merchantNames[family].webCode]).toBe(cclw);
    expect(service.seen.at(-1)?.headers.authorization).toBe(apiKey);
  });
});

test.each(cases.filter(([, operation]) => operationTable[operation].keysCard))(
  'no optional field that was not keyed is on the wire of the %s family, %s',
  async (family, operation) => {
    const few = Object.fromEntries(
      Object.entries(complete).filter(([name]) => name === 'card' || isAlwaysThere(name as PaymentFieldName)),
    ) as unknown as CardPayment;
    const body = read(family, await sent(family, operation, { ...few, customFieldValues: [] }));
    for (const name of fieldNames) {
      const wire = wireField(name, family, operation);
      if (wire !== null && !(paymentFields[name] as PaymentField).required) expect(body).not.toHaveProperty(wire.name);
    }
  },
);

describe('the fields of the first version stand where they stood', () => {
  const orders = [
    [
      'json',
      'authorize',
      'cclw amount taxAmount email phone address concept description ipCheck lang customFieldValues cardInformation ' +
        'cardNumber expMonth expYear cvv firstName lastName cardType additionalData sessionFraud',
    ],
    [
      'json',
      'sell',
      'cclw amount taxAmount email phone address concept description ipCheck lang customFieldValues cardInformation ' +
        'cardNumber expMonth expYear cvv firstName lastName cardType',
    ],
    ['json', 'capture', 'cclw amount codOper description'],
    ['json', 'void', 'cclw amount codOper description customFieldValues'],
    ['json', 'refund', 'cclw amount codOper description customFieldValues'],
    [
      'json',
      'recharge',
      'cclw amount codOper taxAmount email phone address concept description ipCheck lang customFieldValues',
    ],
    [
      'form',
      'authorize',
      'CCLW txType CMTN CDSC CCNum ExpMonth ExpYear CVV2 Name LastName Email Address Tel SecretHash',
    ],
    ['form', 'sell', 'CCLW txType CMTN CDSC CCNum ExpMonth ExpYear CVV2 Name LastName Email Address Tel SecretHash'],
    ['form', 'capture', 'CCLW txType CMTN AuthRefNum'],
  ] as const;
  test.each(orders)('%s %s', async (family, operation, order) => {
    const body = await sent(family, operation);
    const names =
      family === 'form'
        ? [...new URLSearchParams(body).keys()]
        : [...body.matchAll(/"(\w+)":/g)].map(([, name]) => name ?? '');
    const first = order.split(' ');
    expect(names.filter((name) => first.includes(name))).toEqual(first);
  });
});
