/** Rates the service's risk score in one word. */
export type RiskLevel = 'low' | 'medium' | 'high' | 'unrated';

/**
 * Returns the level of a score of 0 to 100. The service's document names no thresholds; these are the ones published by the
 * usual maker of the score: review from 20 on, refusal from 75 on.
 */
export function riskLevel(score: number | null): RiskLevel {
  if (score === null) return 'unrated';
  if (score < 20) return 'low';
  return score < 75 ? 'medium' : 'high';
}
