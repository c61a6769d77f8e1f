/**
 * Looks payments up in the service's own records, and resolves an unconfirmed one whose record is certain. Never sends a payment. What isn't
 * there stays with a person: a record may come late, and declined payments have none.
 */
import { failed, ok, type Result } from '#shared/failure.ts';
import { oneDay, oneMinute, oneSecond } from '#shared/durations.ts';
import {
  operatorTime,
  recordKey,
  type LookUp,
  type LookUpOf,
  type ServiceRecord,
} from '#shared/ledger/service-records.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { ownReference } from '#shared/ledger/own-reference.ts';
import type { MerchantAccount, RecordsAnswer, RecordsQuestion } from '#electron/core/ports/gateway.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import { fromLedger, LedgerUnavailable, type Ledger, unlessAway } from '#electron/core/ports/ledger.ts';
import { readWhole, type RecordServices } from './read-whole.ts';
import { proofIn, reversedOf, unclear } from './same-payment.ts';
import { createRetry } from '#electron/core/retry.ts';

/** Looks one attempt up, or its customer. Fails as `not-found`, or as the ledger or the vault does. */
export type LookUpPayment = (attemptId: string, of?: LookUpOf) => Promise<Result<LookUp>>;

/** A customer's records of so many days, and the most of them. */
const customer = { days: 365, most: 200 } as const;

const addressOf = ({ email }: Attempt): string | null =>
  email === null || email === '' || email === '-' ? null : email;

export function createLookUp({
  gateway,
  ledger,
  merchants,
  seat,
  clock,
}: RecordServices & Pick<Ports, 'seat' | 'clock'>): LookUpPayment {
  /** Asks by our reference, by each `codOper` that tells of it, and by the e-mail address since the day before the payment. */
  function questionsOf(attempt: Attempt, first: Attempt, reversed: Attempt | null): readonly RecordsQuestion[] {
    const codOpers = [attempt, reversed].flatMap((each) => each?.references.codOper ?? []);
    const email = addressOf(attempt);
    const [begun, now] = [Date.parse(first.startedAt), clock().getTime()];
    // A payment of the future shows that the clock was set since, so its own time does not say when the service had it.
    const from = operatorTime(begun > now ? now - customer.days * oneDay : begun - oneDay);
    const to = operatorTime(Math.max(begun, now) + oneDay);
    return [
      { by: 'reference', reference: ownReference(attempt.id) },
      ...codOpers.map((codOper) => ({ by: 'codOper', codOper }) as const),
      ...(email === null ? [] : [{ by: 'email', email, from, to } as const]),
    ];
  }

  async function askAll(account: MerchantAccount, questions: readonly RecordsQuestion[]): Promise<RecordsAnswer> {
    const records = new Map<string, ServiceRecord>();
    // One after the other, so that a service that refuses is asked once.
    for (const question of questions) {
      const answer = await gateway.records.ask(account, question);
      if (answer.kind !== 'records') return answer;
      for (const record of answer.records) records.set(recordKey(record), record);
    }
    return { kind: 'records', records: [...records.values()] };
  }

  /** Writes what the record says. @returns false where the ledger refuses that; true also for a payment that was settled meanwhile */
  async function settle({ id }: Attempt, { codOper, type, at, idtx }: ServiceRecord): Promise<boolean> {
    const note = [type, at, idtx].filter((part) => part !== null).join(' · ');
    const resolution = { outcome: 'approved', how: 'query', operatorName: seat(), note } as const;
    const settled = await ledger.resolve(
      id,
      { ...resolution, reference: codOper ?? '', at: clock().toISOString() },
      null,
    );
    return settled.ok || settled.failure.kind === 'not-unknown';
  }

  async function lookUpCustomer(account: MerchantAccount, email: string | null): Promise<LookUp> {
    const nobody = { kind: 'records', records: [], whole: true } as const;
    const [now, days] = [clock().getTime(), customer.days * oneDay];
    const time = { from: operatorTime(now - days), to: operatorTime(now + oneDay) };
    const reading = { records: gateway.records, account, most: customer.most };
    const read = email === null ? nobody : await readWhole({ ...reading, question: { by: 'email', email, ...time } });
    return read.kind === 'records' ? { ...read, proof: 'none', found: null } : read;
  }

  async function lookUp(shown: ShownAttempt, of: LookUpOf): Promise<Result<LookUp>> {
    const account = await merchants.of(shown.merchantId);
    if (!account.ok) return account;
    if (account.value.merchant.environment !== shown.environment)
      return ok({ kind: 'not-asked', why: 'other-environment' });
    if (of === 'customer') return ok(await lookUpCustomer(account.value, addressOf(shown)));
    const [first = shown] = shown.timeline;
    const answer = await askAll(account.value, questionsOf(shown, first, reversedOf(shown, shown.timeline)));
    if (answer.kind !== 'records') return ok(answer);
    const { records } = answer;
    // Read after the records, because they may show a refund that was made while they were asked for.
    const latest = (await ledger.show(shown.id)) ?? shown;
    const proved = proofIn(latest, latest.timeline, records);
    // Where the service has answered otherwise than a person said, a person decides.
    const isOpen = effectiveState(latest) === 'unknown' && latest.contradiction === null;
    const refused = isOpen && proved.found !== null && !(await settle(latest, proved.found));
    return ok({ kind: 'records', records, whole: null, ...(refused ? unclear : proved) });
  }

  return async (attemptId, of = 'payment') => {
    const shown = await fromLedger(ledger.show(attemptId));
    if (!shown.ok) return shown;
    if (shown.value === null) return failed({ kind: 'not-found' });
    const looked = await fromLedger(lookUp(shown.value, of));
    return looked.ok ? looked.value : looked;
  };
}

/** A record appears within seconds; a service that is down is asked ever less often. In ms. */
const pauses = { first: 5 * oneSecond, longest: 15 * oneMinute } as const;

/** Age in ms from which a seat also looks after the payments of others, which may be off. */
const othersAfter = 10 * oneMinute;

/**
 * Looks now, at once after a payment of this seat became unconfirmed, and again at ever longer pauses. A change of another payment asks
 * the service nothing.
 * @returns stops it
 */
export function resolveUnknowns({
  ledger,
  lookUp,
  seat,
  clock,
  reportBug,
}: Pick<Ports, 'seat' | 'clock' | 'reportBug'> & {
  readonly ledger: Pick<Ledger, 'unknownIds' | 'onChange'>;
  readonly lookUp: LookUpPayment;
}): () => void {
  let stopped = false;
  let looking = false;
  /** A payment of this seat changed while others were looked up. */
  let changed = false;
  let known: ReadonlySet<string> = new Set();
  const retry = createRetry(() => void look('all'), pauses);

  const isMine = ({ seat: begunAt, startedAt }: Pick<Attempt, 'seat' | 'startedAt'>): boolean =>
    begunAt === seat() || clock().getTime() - Date.parse(startedAt) > othersAfter;

  async function lookUpUnknowns(which: 'all' | 'fresh'): Promise<void> {
    const unknowns = (await ledger.unknownIds()).filter(isMine);
    const fresh = unknowns.filter(({ id }) => !known.has(id));
    known = new Set(unknowns.map(({ id }) => id));
    if (fresh.length > 0) {
      retry.cancel();
      retry.reset();
    }
    for (const { id } of which === 'all' ? unknowns : fresh) if (!stopped) await lookUpOne(id);
  }

  /** Looks one up. A bug at it must not keep the others unconfirmed. */
  async function lookUpOne(id: string): Promise<void> {
    try {
      await lookUp(id);
    } catch (error) {
      if (error instanceof LedgerUnavailable) throw error;
      reportBug(error);
    }
  }

  async function look(which: 'all' | 'fresh'): Promise<void> {
    if (looking) {
      changed = true;
      return;
    }
    [looking, changed] = [true, false];
    try {
      await lookUpUnknowns(which);
    } catch (error) {
      unlessAway(reportBug)(error);
    }
    looking = false;
    if (changed && !stopped) return look('fresh');
    retry.later();
  }

  const stopListening = ledger.onChange(({ by }) => {
    if (by === 'this-seat') void look('fresh');
  });
  void look('all');
  return () => {
    stopped = true;
    stopListening();
    retry.stop();
  };
}
