/** The figures of a copied ledger. */
export interface MoveResult {
  readonly attempts: number;
  /** Sum of the amounts asked, in minor units. */
  readonly amount: number;
  /** Whether all of the source is in the target: each portion read back, with the same counts and sums. */
  readonly verified: boolean;
}
