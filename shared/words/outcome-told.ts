/** Words of the screens for an outcome. */
import type { AttemptState } from '#shared/payments/outcome.ts';

export interface OutcomeWords {
  /** State that counts today, `unknown` for an unconfirmed amount. Selects the colour and the icon. */
  readonly tone: AttemptState;
  /** Says what happened to the money. */
  readonly title: string;
  /** Reasons in whole sentences. */
  readonly reasons: readonly string[];
  /** The next step; null when there is none. */
  readonly next: string | null;
}
