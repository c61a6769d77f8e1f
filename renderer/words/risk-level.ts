/** A word for the service's risk score. */
export type RiskLevel = 'low' | 'medium' | 'high' | 'unrated';

/**
 * The word for a score of 0 to 100. The document names no thresholds; these are the ones that the score's usual maker
 * publishes: a review from 20 on, a refusal from 75 on.
 */
export function riskLevel(score: number | null): RiskLevel {
  if (score === null) return 'unrated';
  if (score < 20) return 'low';
  return score < 75 ? 'medium' : 'high';
}
