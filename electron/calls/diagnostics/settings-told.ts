/** Settings as support sees them: numbers, choices and hosts as they are, of every other text only its length. */
import { parseLedgerAddress } from '#shared/seat/ledger-address.ts';
import type { ShownPolicy } from '#shared/policy/shown-policy.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';

/** Settings whose texts say nothing about a person and open nothing. */
const plainNames: ReadonlySet<string> = new Set([
  'id',
  'name',
  'environment',
  'lang',
  'currencySign',
  'defaultOperation',
  'hashCase',
  'captureTokenField',
  'authorize',
  'sell',
  'kind',
]);

/** Returns the value with its texts left out; of an address it keeps scheme, host and port. */
function shapeOf(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return plainNames.has(name) ? value : textShape(value);
  if (Array.isArray(value)) return value.map((item) => shapeOf(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member, key)]));
}

function textShape(text: string): string {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  return url === null ? `(${text.length} characters)` : url.origin;
}

export const merchantTold = ({ merchant, active, has, elsewhere, builtIn }: MerchantView) => ({
  settings: shapeOf(merchant),
  active,
  builtIn,
  secretsSet: Object.fromEntries(Object.entries(has).map(([name, { set }]) => [name, set])),
  secretsElsewhere: elsewhere !== null,
});

export function ledgerChoiceTold(choice: LedgerChoice): object {
  if (choice.engine === 'sqlite') return choice;
  const address = parseLedgerAddress(choice.url);
  return {
    engine: choice.engine,
    hosts: address.ok ? address.value.hosts : [],
    database: address.ok ? address.value.database : null,
    ownAuthority: choice.ca !== null,
    poolSize: choice.poolSize,
  };
}

/** Returns whether a policy of the company is in force, from which file, and what it fixes. */
export const policyTold = ({ file, foreign, usable, managed }: ShownPolicy) => ({ file, foreign, usable, managed });
