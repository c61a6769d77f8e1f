/** Counts equal payments: the service refuses the fourth with the same card and data within five minutes (code 612). */
import { createHmac, randomBytes } from 'node:crypto';
import { oneMinute } from '#shared/durations.ts';

const windowMs = 5 * oneMinute;

export class RecentPayments {
  /** Equal payments allowed in the window; null allows any number. */
  readonly #limit: number | null;
  readonly #mostKept: number;
  /** Known to this object alone, so that no card number can be found from a digest. */
  readonly #key = randomBytes(32);
  /** Times in ms by digest of the payment, the longest unused digest first. */
  readonly #times = new Map<string, readonly number[]>();

  constructor(limit: number | null, mostKept: number) {
    this.#limit = limit;
    this.#mostKept = mostKept;
  }

  /** True when one more such payment is one too many. */
  isTooMany(payment: readonly unknown[], now: Date): boolean {
    return this.#limit !== null && this.#within(this.#digestOf(payment), now).length >= this.#limit;
  }

  add(payment: readonly unknown[], now: Date): void {
    if (this.#limit === null) return;
    const digest = this.#digestOf(payment);
    const times = [...this.#within(digest, now), now.getTime()].slice(-this.#limit);
    // Set anew, so that the digest moves to the end.
    this.#times.delete(digest);
    this.#times.set(digest, times);
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= this.#mostKept && this.#within(oldest, now).length > 0) break;
      this.#times.delete(oldest);
    }
  }

  #within(digest: string, now: Date): readonly number[] {
    const since = now.getTime() - windowMs;
    return (this.#times.get(digest) ?? []).filter((time) => time > since && time <= now.getTime());
  }

  #digestOf(payment: readonly unknown[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(payment)).digest('base64');
  }
}
