/** Judges the service's risk figures once: its score and the advice of its rules together. */
import type { RiskSummary } from '#shared/payments/attempt.ts';

type RiskLevel = 'low' | 'medium' | 'high' | 'unrated';
type Advice = 'accept' | 'review' | 'reject';

export interface RiskJudgement {
  readonly level: RiskLevel;
  /** Advice of the service's rules, where it does not contradict the level. */
  readonly advice: Advice | null;
  /** The service's own word for an advice that we don't know. */
  readonly unknownAdvice: string | null;
}

/**
 * Returns the level of a score of 0 to 100. The service's document names no thresholds; these are the ones published by the
 * usual maker of the score: review from 20 on, refusal from 75 on.
 */
function levelOf(score: number | null): RiskLevel {
  if (score === null) return 'unrated';
  if (score < 20) return 'low';
  return score < 75 ? 'medium' : 'high';
}

/** Words of the usual maker of the score for what the merchant's rules there advise. */
const advices: Readonly<Record<string, Advice>> = {
  accept: 'accept',
  review: 'review',
  manual_review: 'review',
  reject: 'reject',
};
const levelOfAdvice: Readonly<Record<Advice, RiskLevel>> = { accept: 'low', review: 'medium', reject: 'high' };
const order: readonly RiskLevel[] = ['unrated', 'low', 'medium', 'high'];

/** Returns the graver of score and advice. An acceptance lowers nothing, and one by default says nothing. */
export function judgeRisk(risk: Pick<RiskSummary, 'score' | 'disposition' | 'dispositionReason'>): RiskJudgement {
  const scored = levelOf(risk.score);
  const said = risk.disposition?.trim() ?? '';
  const known = advices[said.toLowerCase()] ?? null;
  if (known === null) return { level: scored, advice: null, unknownAdvice: said === '' ? null : said };
  const byDefault = known === 'accept' && risk.dispositionReason?.toLowerCase() === 'default';
  const advised = byDefault ? 'unrated' : levelOfAdvice[known];
  const level = order.indexOf(advised) > order.indexOf(scored) ? advised : scored;
  return { level, advice: byDefault || levelOfAdvice[known] !== level ? null : known, unknownAdvice: null };
}
