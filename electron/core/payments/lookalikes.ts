/** Looks for earlier payments with a card and amount while they are keyed, so that the guard speaks before the review. */
import type { MerchantDirectory } from '#electron/core/merchants/merchant-in-use.ts';
import { within } from '#electron/core/operators/within.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import { type KeyedLookalike, unlessAway } from '#electron/core/ports/ledger.ts';
import { oneMinute, oneSecond } from '#shared/durations.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { listedLookalikes, type LookalikeAnswer, type LookalikeQuestion } from '#shared/ledger/lookalikes.ts';
import { guardedSince } from './guarded-begin.ts';
import { neededFor } from './recorder.ts';
import type { Fingerprints } from './fingerprints.ts';

/** Questions a minute. Keying takes a few; many more would be a search for card numbers. */
const questionsPerMinute = 30;
/** Longest wait for the ledger in ms. */
const patience = 3 * oneSecond;

const later: LookalikeAnswer = { kind: 'later' };

export function createLookalikes({
  ledger,
  fingerprints,
  merchants,
  clock,
  reportBug,
}: Pick<Ports, 'ledger' | 'clock' | 'reportBug'> & {
  readonly fingerprints: Fingerprints;
  readonly merchants: Pick<MerchantDirectory, 'active'>;
}) {
  let asked: readonly number[] = [];
  let asking = false;

  function admits(): boolean {
    const now = clock().getTime();
    // Times ahead of the clock come from before it was set back.
    asked = asked.filter((at) => at <= now && now - at < oneMinute);
    if (asking || asked.length >= questionsPerMinute) return false;
    asked = [...asked, now];
    return true;
  }

  /** Never rejects. */
  async function look(keyed: KeyedLookalike): Promise<LookalikeAnswer> {
    asking = true;
    try {
      return answerOf(await ledger.lookalikes(keyed));
    } catch (error) {
      unlessAway(reportBug)(error);
      return later;
    } finally {
      asking = false;
    }
  }

  return {
    // Not async, so that no frame holds the number while the ledger is asked.
    /** Answers one question at a time. Never rejects and never waits long, because the submit checks in any case. */
    ask({ merchantId, amount, cardNumber }: LookalikeQuestion): Promise<LookalikeAnswer> {
      const merchant = merchants.active();
      if (merchant.id !== merchantId || !admits()) return Promise.resolve(later);
      const since = guardedSince(merchant.duplicateWindowHours, clock());
      return fingerprints
        .of(cardNumber, merchantId)
        .then((made) =>
          made.ok
            ? within(patience, look({ cardFingerprint: made.value, amount, merchantId, since })).catch(() => later)
            : later,
        );
    },
  };
}

function answerOf(earlier: readonly ListedAttempt[]): LookalikeAnswer {
  if (earlier.length === 0) return { kind: 'none' };
  const isUnknown = (attempt: Attempt): boolean => effectiveState(attempt) === 'unknown';
  const listed = [...earlier.filter(isUnknown), ...earlier.filter((attempt) => !isUnknown(attempt))];
  return {
    kind: 'found',
    earlier: listed.slice(0, listedLookalikes),
    count: earlier.length,
    needs: neededFor(earlier),
  };
}
