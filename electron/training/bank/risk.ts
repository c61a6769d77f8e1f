/** Invents `binInfo`: plausible risk facts whose parts vary between transactions (section 2.2, field notes). */
import type { BankTransaction } from './transaction.ts';
import { numberWithDecimal } from '#electron/training/families/raw-json.ts';

type BinInfo = Readonly<Record<string, unknown>>;

/**
 * Returns the risk block of a transaction: whole, null, absent or with parts missing, in turn, so that a client never
 * sees only the whole block.
 * @returns undefined where the key is left out
 */
export function binInfoOf(transaction: BankTransaction): BinInfo | null | undefined {
  const whole = wholeBlock(transaction);
  switch (transaction.sequence % 7) {
    case 3:
      return omit(whole, ['ip_address', 'billing_address']);
    case 4:
      return null;
    case 5:
      return undefined;
    case 6:
      return omit(whole, ['credit_card', 'disposition', 'email']);
    default:
      return whole;
  }
}

function wholeBlock({ sequence, buyer, declined }: BankTransaction): BinInfo {
  const score = declined === 'stolen-card' ? 92.5 : (sequence * 7) % 40;
  return {
    id: `b7d1c0de-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    risk_score: numberWithDecimal(score),
    funds_remaining: numberWithDecimal(250),
    queries_remaining: 49_000 - (sequence % 10_000),
    ip_address: {
      risk: numberWithDecimal(score / 4),
      city: { names: { en: 'Panama City', es: 'Panamá' } },
      continent: { code: 'NA', names: { en: 'North America', es: 'Norteamérica' } },
      country: { iso_code: 'PA', names: { en: 'Panama', es: 'Panamá' } },
      location: { latitude: 8.9833, longitude: -79.5167, time_zone: 'America/Panama' },
      postal: { code: '0801' },
      registered_country: { iso_code: 'PA', names: { en: 'Panama', es: 'Panamá' } },
      subdivisions: [{ iso_code: '8', names: { en: 'Panama', es: 'Panamá' } }],
      traits: { isp: 'Training ISP', user_type: 'residential' },
    },
    credit_card: {
      issuer: { name: buyer.brand === 'VISA' ? 'Training Bank of Panama' : 'Training Savings Bank' },
      brand: buyer.brand === 'VISA' ? 'Visa' : 'Mastercard',
      country: 'PA',
      is_issued_in_billing_address_country: true,
      is_prepaid: sequence % 5 === 0,
      type: sequence % 2 === 0 ? 'debit' : 'credit',
    },
    email: { first_seen: '2016-02-03', is_free: true, is_high_risk: declined === 'stolen-card' },
    billing_address: { latitude: 8.9833, longitude: -79.5167, distance_to_ip_location: 12, is_in_ip_country: true },
    disposition:
      declined === 'stolen-card'
        ? { action: 'reject', reason: 'custom_rule' }
        : { action: 'accept', reason: 'default' },
  };
}

const omit = (block: BinInfo, names: readonly string[]): BinInfo =>
  Object.fromEntries(Object.entries(block).filter(([name]) => !names.includes(name)));
