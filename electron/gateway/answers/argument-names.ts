/** Names of a request's arguments as patterns: those on the wire in both families, and those that people read. */
import { catalogues } from '#shared/locales/catalogues.ts';
import type { WireField } from '#shared/payments/field-kinds.ts';
import { families } from '#shared/payments/outcome.ts';
import { fieldNames, paymentFields, type PaymentFieldName } from '#shared/payments/payment-fields.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { cardNames, merchantNames, referringNames } from '#electron/gateway/wire-names.ts';

/** Further words of validators for a field, where its names are not enough. */
const alsoCalled: { readonly [Name in PaymentFieldName]?: readonly string[] } = {
  amount: ['importe', 'total'],
  taxAmount: ['tax', 'impuesto'],
  firstName: ['nombres'],
  lastName: ['apellidos', 'surname'],
  email: ['e-?mail', 'e-?mail address'],
  phone: ['phone number', 'telephone', 'telephone number', 'numero de telefono'],
  ipCheck: ['ip', 'ip address'],
  deviceSession: ['session fraud'],
};

export const merchantWords = 'merchant(?: code| id)?|(?:codigo del? )?comercio';

const otherWords = [
  '(?:credit )?card ?number|(?:numero|n(?:ro|um)\\.?|no\\.|n[°º])(?: de(?: la)?)? tarjeta',
  'exp(?:iry|iration)? ?(?:month|year|date)|fecha de (?:vencimiento|expiracion)|(?:mes|ano) de (?:vencimiento|expiracion)',
  'cvv2?|cvc2?|security code|codigo de seguridad|(?:(?:credit )?card|transaction) type|tipo de (?:tarjeta|transaccion)',
  'secret hash|content-type|body',
  merchantWords,
];

const isWire = (wire: WireField | 'not sent'): wire is WireField => wire !== 'not sent';

/** The label without the placeholder that a form fills in. */
const withoutRate = (label: string): string => label.replace(/ *\{\{.*$/, '');

const wordsOf = (name: PaymentFieldName): readonly string[] =>
  Object.values(catalogues).flatMap(({ fields: { [name]: words } }) =>
    [
      'label' in words ? withoutRate(words.label) : null,
      'heading' in words ? words.heading : null,
      'sought' in words ? words.sought : null,
    ].filter((word) => word !== null),
  );

/** Returns the name as a pattern of lower-case text without accents; a blank may stand before each capital of it. */
const patternOf = (name: string): string =>
  withoutAccents(name)
    .replaceAll(/[^\p{L}\p{N} ]/gu, '[^a-z]?')
    .replaceAll(/([a-z])([A-Z])/g, '$1 ?$2')
    .toLowerCase();

const alternatives = (names: readonly string[]): string =>
  [...new Set(names)].toSorted((one, other) => other.length - one.length).join('|');

export const ownArguments = alternatives([
  ...fieldNames.flatMap((name) => [
    ...families
      .map((family): WireField | 'not sent' => paymentFields[name].wire[family])
      .flatMap((wire) => (isWire(wire) ? [patternOf(wire.name)] : [])),
    ...wordsOf(name).map(patternOf),
    ...(alsoCalled[name] ?? []),
  ]),
  ...[cardNames.json, cardNames.form, merchantNames.json, merchantNames.form].flatMap((names) =>
    Object.values(names).map(patternOf),
  ),
  ...otherWords,
]);

/** Arguments that name an earlier transaction. A request without one can't have been refused for it. */
export const referringArguments = alternatives([...Object.values(referringNames).map(patternOf), 'auth_token']);
