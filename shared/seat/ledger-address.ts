/** Address of a shared ledger: user, servers in order of preference, and database. Never a password, never a TLS setting. */
import { z } from 'zod';
import { addressHoldsCard, addressText } from '#shared/texts/text-kinds.ts';

/** Server that may hold the ledger. */
export interface LedgerHost {
  /** Name or IP address; an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number;
}

export interface LedgerAddress {
  readonly user: string;
  readonly database: string;
  /** At least one, in the order in which they are tried. */
  readonly hosts: readonly LedgerHost[];
}

/** Mistake in a keyed address. Carries the name of a parameter but no value, because a value may be a secret. */
export type LedgerAddressIssue =
  | { readonly kind: 'form' }
  | { readonly kind: 'port' }
  | { readonly kind: 'password' }
  | { readonly kind: 'card-number' }
  /** Only `read-write` is possible, because Caja needs the primary. */
  | { readonly kind: 'target' }
  | { readonly kind: 'parameter'; readonly name: string };

/** Longest address, in characters: room for several servers with long names. */
export const longestLedgerAddress = 1_000;

const defaultPort = 5432;
const ipv6Schema = z.ipv6();
const target = { name: 'target_session_attrs', value: 'read-write' } as const;
/** Longest name of an unknown parameter that a message repeats. */
const longestName = 40;

type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: LedgerAddressIssue };

const issue = (kind: Exclude<LedgerAddressIssue['kind'], 'parameter'>): Parsed<never> => ({
  ok: false,
  failure: { kind },
});

/** Parses `postgres://user@host:port,host:port/database?target_session_attrs=read-write`. Never throws. */
export function parseLedgerAddress(text: string): Parsed<LedgerAddress> {
  const rest = /^postgres(?:ql)?:\/\/(\S+)$/i.exec(text)?.[1];
  if (rest === undefined || text.length > longestLedgerAddress) return issue('form');
  // Comes first, because a password with `/` or `?` would end up among the hosts or the parameters.
  if (rest.slice(0, Math.max(0, rest.indexOf('@'))).includes(':')) return issue('password');
  if (addressHoldsCard(rest)) return issue('card-number');
  const parts = /^(?<user>[^@/?#]+)@(?<hosts>[^@/?#]+)\/(?<database>[^/?#]+)(?:\?(?<query>[^#]+))?$/.exec(rest)?.groups;
  if (parts === undefined) return issue('form');
  const user = decoded(parts['user'] ?? '');
  const database = decoded(parts['database'] ?? '');
  if (user === null || database === null) return issue('form');
  const wrong = parts['query'] === undefined ? null : queryIssue(parts['query']);
  if (wrong !== null) return { ok: false, failure: wrong };
  const hosts: LedgerHost[] = [];
  for (const each of (parts['hosts'] ?? '').split(',')) {
    const host = parseHost(each);
    if (!host.ok) return host;
    hosts.push(host.value);
  }
  return { ok: true, value: { user, database, hosts } };
}

function parseHost(text: string): Parsed<LedgerHost> {
  const found = /^(?:\[(?<v6>[^[\]]+)\]|(?<name>[\p{L}\p{M}\p{N}._-]+))(?::(?<port>\d{1,5}))?$/u.exec(text)?.groups;
  if (found === undefined) return issue('form');
  const { v6, name, port } = found;
  const host = name ?? v6 ?? '';
  if (v6 !== undefined && !ipv6Schema.safeParse(v6).success) return issue('form');
  const number = port === undefined ? defaultPort : Number(port);
  return number >= 1 && number <= 65_535 ? { ok: true, value: { host, port: number } } : issue('port');
}

function queryIssue(query: string): LedgerAddressIssue | null {
  for (const pair of query.split('&')) {
    const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const name = decoded(rawName);
    if (name === null) return { kind: 'form' };
    if (name === 'password') return { kind: 'password' };
    if (name !== target.name) return { kind: 'parameter', name: name.slice(0, longestName) };
    if (decoded(rawValue) !== target.value) return { kind: 'target' };
  }
  return null;
}

/** Resolves percent-encoding. Null for what is empty, badly encoded, or has a control character, which could end a text early. */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text);
    return plain === '' || /\p{Cc}/u.test(plain) ? null : plain;
  } catch {
    return null;
  }
}

const words = {
  form: 'must be postgres://user@host:port/database, with "," between several hosts',
  port: 'must have ports from 1 to 65535',
  password: 'must not contain the password',
  'card-number': 'must not contain a card number',
  target: `may have ${target.name} with the value ${target.value} only`,
} as const;

/** Describes a mistake in English, for the console and the log. The screen has its own words. */
export const describeLedgerAddressIssue = (found: LedgerAddressIssue): string =>
  found.kind === 'parameter' ? `has the parameter "${found.name}", which Caja does not know` : words[found.kind];

export const ledgerUrlSchema = addressText(longestLedgerAddress).check(({ value, issues }) => {
  const parsed = parseLedgerAddress(value);
  if (!parsed.ok) issues.push({ code: 'custom', message: describeLedgerAddressIssue(parsed.failure), input: value });
});
