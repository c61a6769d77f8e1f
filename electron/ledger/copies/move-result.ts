/** Figures of a copied ledger. */
export interface MoveResult {
  readonly attempts: number;
  /** Sum of the requested amounts, in minor units. */
  readonly amount: number;
  /** True when all of the source is in the target: each portion was read back with the same counts and sums. */
  readonly verified: boolean;
}
