/** Reads of whole days from the ledger: attempts counted by group, lists, and recorded closes. */
import type { Brand } from '#shared/payments/card.ts';
import type { RecordedOperation } from '#shared/payments/operations.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import type { DayClose } from '#shared/reports/day-close.ts';
import type {
  Figure,
  FiguresQuery,
  ListedHold,
  ListedPayment,
  MerchantDay,
  UnclearPayment,
} from '#shared/reports/figures.ts';

/** A local day by its bounds in UTC: `until` is not in it. */
export interface DayBounds {
  readonly day: string;
  readonly from: string;
  readonly until: string;
}

export interface DaysQuery extends Pick<FiguresQuery, 'environment' | 'merchantId'> {
  readonly days: readonly DayBounds[];
  /** UTC instant at which a hold counts as expired or not. */
  readonly now: string;
}

/** A hold as a figure: it waits, it waits beyond its time, or it was captured, released or settled otherwise, perhaps unconfirmed. */
export type HoldStanding = 'open' | 'expired' | 'over';

/**
 * Doubt that `accountOf` has about an attempt. `amount`: approved, and the service did not confirm the amount. `elsewhere`: a
 * capture that was refused because another one had charged.
 */
export type SumDoubt = 'amount' | 'elsewhere';

/** Number and sum of the attempts that have all of this in common. */
export interface DayCell extends Figure {
  readonly day: string;
  /** Whole hours since a single day began, which is not the hour of the clock when summer time begins or ends; 0 of several days. */
  readonly hour: number;
  readonly operation: RecordedOperation;
  /** Effective state. */
  readonly state: AttemptState;
  readonly brand: Brand | null;
  readonly operatorName: string;
  readonly currencySign: string;
  /** The hold that the attempt opened; null for none. */
  readonly hold: HoldStanding | null;
  /** Sum of the ITBMS within the amounts, in minor units. */
  readonly tax: number;
  /** What the service withholds of it: half of each payment's, where the tax was sent. */
  readonly withheld: number;
  /** Keeps the attempt out of the certain sums; null for most. */
  readonly doubt: SumDoubt | null;
}

export interface DayLists {
  /** Instant before which payments of the days were removed, as far as they were settled; null for none. */
  readonly purgedBefore: string | null;
  /** Payments of the days without an answer, oldest first. */
  readonly unconfirmed: readonly ListedPayment[];
  /** Approvals of the days whose amount is unconfirmed, oldest first. */
  readonly unclear: readonly UnclearPayment[];
  /** Holds of any day that wait for their capture: the first ones to expire, and the sums of all, in parts. */
  readonly openHolds: readonly ListedHold[];
  readonly waiting: readonly (Figure & {
    readonly currencySign: string;
    readonly hold: Exclude<HoldStanding, 'over'>;
  })[];
}

export type NewDayClose = DayClose & { readonly figures: NonNullable<DayClose['figures']> };

/** A merchant's day; null for every merchant of the environment. */
export type DayOfMerchants = Omit<MerchantDay, 'merchantId'> & { readonly merchantId: string | null };
