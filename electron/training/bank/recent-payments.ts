/** Counts equal payments: the service refuses the fourth with the same card and data within five minutes (code 612). */
import { hash, randomBytes } from 'node:crypto';
import { oneMinute } from '#shared/durations.ts';

const windowMs = 5 * oneMinute;

export class RecentPayments {
  /** Equal payments allowed in the window; null allows any number. */
  readonly #limit: number | null;
  readonly #mostKept: number;
  /** Known to this object alone, so that no card number can be found from a digest. */
  readonly #key = randomBytes(32).toString('base64');
  /** Times in ms by digest of the payment, the longest unused digest first. */
  readonly #times = new Map<string, readonly number[]>();

  constructor(limit: number | null, mostKept: number) {
    this.#limit = limit;
    this.#mostKept = mostKept;
  }

  /**
   * Counts one more such payment, unless it is one too many.
   * @param evenTooMany counts it all the same
   * @returns false when it was not counted
   */
  add(payment: readonly unknown[], now: Date, evenTooMany: boolean): boolean {
    if (this.#limit === null) return true;
    const digest = hash('sha256', `${this.#key}${JSON.stringify(payment)}`, 'base64');
    const earlier = this.#within(digest, now);
    if (earlier.length >= this.#limit && !evenTooMany) return false;
    const times = [...earlier, now.getTime()].slice(-this.#limit);
    // Set anew, so that the digest moves to the end.
    this.#times.delete(digest);
    this.#times.set(digest, times);
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= this.#mostKept && this.#within(oldest, now).length > 0) break;
      this.#times.delete(oldest);
    }
    return true;
  }

  #within(digest: string, now: Date): readonly number[] {
    const since = now.getTime() - windowMs;
    return (this.#times.get(digest) ?? []).filter((time) => time > since && time <= now.getTime());
  }
}
