/** Decides what a policy refuses. Each refusal names its rule; null lets the change pass. */
import { isDeepStrictEqual } from 'node:util';
import { ledgerPlace } from './secret-places.ts';
import type { Failure } from '#shared/failure.ts';
import type { PolicyRule } from '#shared/policy/policy-rules.ts';
import type { LedgerRule } from '#shared/policy/shown-policy.ts';
import { trainingMerchantId, type Merchant } from '#shared/seat/merchant.ts';
import { usualIdleMinutes } from '#shared/seat/operators.ts';
import type { LedgerChoice, SeatSettings } from '#shared/seat/settings.ts';
import type { Policy } from './policy.ts';

export const refusedBy = (rule: PolicyRule): Failure => ({ kind: 'set-by-policy', rule });

/** Returns the seat's settings with what the policy fixes in place of what was kept. */
export const ruledSettings = (kept: SeatSettings, { language }: Pick<Policy, 'language'>): SeatSettings =>
  language === null ? kept : { ...kept, language };

/** @param present the settings in force */
export function settingsRefusal(
  { language, issue }: Pick<Policy, 'language' | 'issue'>,
  present: SeatSettings,
  next: SeatSettings,
): PolicyRule | null {
  if (next.language === present.language) return null;
  return issue !== null ? 'unusable' : language === null ? null : 'language';
}

/**
 * Returns the minutes until the idle lock. While the policy can't be used the seat waits no longer than is usual, because the
 * policy may have said less than the seat keeps.
 */
export const ruledIdleMinutes = (kept: number, { idleMinutes, issue }: Pick<Policy, 'idleMinutes' | 'issue'>): number =>
  issue === null ? (idleMinutes ?? kept) : Math.min(kept, usualIdleMinutes);

/** Refuses other minutes where the policy fixes them, or may fix them. */
export const idleRefusal = ({ idleMinutes, issue }: Pick<Policy, 'idleMinutes' | 'issue'>): PolicyRule | null =>
  issue !== null ? 'unusable' : idleMinutes === null ? null : 'idle-lock';

/** Returns PEM without its line breaks, which tools write differently. */
const plainPem = (pem: string | null): string | null => pem?.replace(/\s+/g, '') ?? null;

function sameLedger(one: LedgerRule, other: LedgerRule): boolean {
  if (one.engine === 'sqlite' || other.engine === 'sqlite') return one.engine === other.engine;
  const sameAddress = ledgerPlace(one).address === ledgerPlace(other).address;
  return sameAddress && plainPem(one.ca) === plainPem(other.ca);
}

/** True for a ledger that the policy allows: the one that it names, or any. */
export const allowsLedger = ({ ledger }: Pick<Policy, 'ledger'>, choice: LedgerChoice): boolean =>
  ledger === null || sameLedger(ledger, choice);

/** @param present the seat's choice, which may get another password and another number of connections */
export function ledgerRefusal(
  policy: Pick<Policy, 'ledger' | 'issue'>,
  present: LedgerChoice,
  next: LedgerChoice,
): PolicyRule | null {
  if (policy.issue !== null) return sameLedger(present, next) ? null : 'unusable';
  return allowsLedger(policy, next) ? null : 'ledger';
}

/** Refuses to add, change and remove merchants at the seat. */
export const seatMerchantsRefusal = ({
  provisionedOnly,
  issue,
}: Pick<Policy, 'provisionedOnly' | 'issue'>): PolicyRule | null =>
  issue !== null ? 'unusable' : provisionedOnly ? 'merchants' : null;

/** Address without the differences that lead nowhere else: letters of the host, the usual port, slashes at the end. */
const plainUrl = (url: string): string => new URL(url).href.replace(/\/+$/, '');
const plainName = (name: string): string => name.trim().normalize().toLowerCase();

/** True for a merchant that the policy allows with the place that its secrets go to; the built-in one always is. */
export function allowsMerchant({ merchants }: Pick<Policy, 'merchants'>, merchant: Merchant): boolean {
  if (merchants === null || merchant.id === trainingMerchantId) return true;
  return merchants.some(
    ({ name, environment, baseUrl, recordsUrl, ca, proxy }) =>
      environment === merchant.environment &&
      plainName(name) === plainName(merchant.name) &&
      plainUrl(baseUrl) === plainUrl(merchant.baseUrl) &&
      (merchant.recordsUrl === null || plainUrl(recordsUrl ?? baseUrl) === plainUrl(merchant.recordsUrl)) &&
      plainPem(ca) === plainPem(merchant.extraCa) &&
      isDeepStrictEqual(proxy, merchant.proxy),
  );
}
