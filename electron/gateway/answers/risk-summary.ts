/** Reads the risk facts of `binInfo`, which vary by provider and of which any part may be missing (section 2.2). */
import { z } from 'zod';
import type { RiskSummary } from '#shared/payments/attempt.ts';
import { looseBoolean, looseNumber, looseRecord, looseText } from './tolerant.ts';

/** A name: a text, an object with a name, or a map by language (field notes). */
const placeName = z
  .unknown()
  .transform((value): string | null => {
    const text = looseText.parse(value);
    if (text !== null) return text;
    const place = looseRecord({ name: looseText, iso_code: looseText, names: looseRecord({}) }).parse(value);
    const names = Object.values(place?.names ?? {}).map((name) => looseText.parse(name));
    return place?.name ?? place?.iso_code ?? names.find((name) => name !== null) ?? null;
  })
  .default(null);

const binInfoSchema = looseRecord({
  risk_score: looseNumber,
  ip_address: looseRecord({ risk: looseNumber, country: placeName }),
  credit_card: looseRecord({ issuer: placeName, country: placeName, type: looseText, is_prepaid: looseBoolean }),
  email: looseRecord({ is_high_risk: looseBoolean }),
  disposition: looseRecord({ action: looseText, reason: looseText }),
});

/** Returns null when there is no `binInfo` or none of its known parts. */
export function readRisk(binInfo: unknown): RiskSummary | null {
  const info = binInfoSchema.parse(binInfo);
  if (info === null) return null;
  const risk: RiskSummary = {
    score: info.risk_score,
    disposition: info.disposition?.action ?? null,
    dispositionReason: info.disposition?.reason ?? null,
    issuer: info.credit_card?.issuer ?? null,
    issuerCountry: info.credit_card?.country ?? null,
    cardKind: info.credit_card?.type ?? null,
    prepaid: info.credit_card?.is_prepaid ?? null,
    ipCountry: info.ip_address?.country ?? null,
    ipRisk: info.ip_address?.risk ?? null,
    emailHighRisk: info.email?.is_high_risk ?? null,
  };
  return Object.values(risk).every((value) => value === null) ? null : risk;
}
