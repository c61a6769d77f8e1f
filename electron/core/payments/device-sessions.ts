/** Runs the merchant's collector while the form is keyed, and hands its session id to one payment (section 4.5). */
import { collectorHost, type Merchant } from '#shared/seat/merchant.ts';
import { oneMinute } from '#shared/durations.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import type { Collected, CollectorScript, RunCollector } from '#electron/core/ports/collector.ts';
import type { Clock } from '#electron/core/ports/host.ts';

export type DeviceSessions = ReturnType<typeof createDeviceSessions>;

/** One line of the log per payment of a merchant with a collector. Never the session id. */
export interface CollectorNote {
  readonly attempt: string;
  readonly host: string;
  /** `late`: no answer within the time-out. `unusable`: not a session id. `none`: no collector was started. */
  readonly result: 'sent' | 'failed' | 'crashed' | 'stopped' | 'late' | 'unusable' | 'none';
  /** Time that the payment waited, in ms. */
  readonly waited: number;
}

type Answer = Exclude<CollectorNote['result'], 'sent'> | { readonly id: string };

interface Run {
  readonly merchantId: string;
  /** Time of the start, in ms. */
  readonly since: number;
  readonly stop: AbortController;
  readonly answer: Promise<Answer>;
}

/** Age in ms from which an unused session is renewed, because the fraud service may have forgotten it. */
const oldest = 15 * oneMinute;

/** Printable ASCII without blanks, as long as the field may be. The document gives neither form nor limit. */
const isSessionId = (id: string): boolean => /^[\x21-\x7e]+$/.test(id) && id.length <= paymentFields.deviceSession.max;

export function createDeviceSessions(run: RunCollector, clock: Clock, log: (note: CollectorNote) => void) {
  let current: Run | null = null;

  function stop(): void {
    current?.stop.abort();
    current = null;
  }

  return {
    /** Starts the merchant's collector, unless it runs for the next payment or has ended for it already. */
    begin(merchant: Merchant) {
      const since = clock().getTime();
      const age = current === null ? Infinity : since - current.since;
      if (current?.merchantId === merchant.id && age >= 0 && age < oldest) return;
      stop();
      const script = scriptOf(merchant);
      if (script === null) return;
      const stopped = new AbortController();
      const answer = answerOf(run(script, stopped.signal), merchant.collectorTimeout, stopped);
      current = { merchantId: merchant.id, since, stop: stopped, answer };
    },
    /**
     * Hands the session id to a payment, once. Waits for a collector that runs, until its time-out at most. Never rejects.
     * @param attempt id of the payment's attempt, for the log
     * @param cancel ends the wait
     * @returns null when there is no id. The payment leaves without it.
     */
    async take(merchant: Merchant, attempt: string, cancel: AbortSignal): Promise<string | null> {
      const host = collectorHost(merchant);
      if (host === null) return null;
      const taken = current?.merchantId === merchant.id ? current : null;
      if (taken !== null) current = null;
      const asked = performance.now();
      const answer = taken === null ? 'none' : await unlessCancelled(taken, cancel);
      const result = typeof answer === 'string' ? answer : 'sent';
      log({ attempt, host, result, waited: Math.round(performance.now() - asked) });
      return typeof answer === 'string' ? null : answer.id;
    },
    /** Stops the collector and forgets its answer, unless a payment has taken them. */
    stop,
  };
}

function scriptOf(merchant: Merchant): CollectorScript | null {
  const { collectorUrl, collectorGlobal, collectorMethod, collectorCallback, collectorElement } = merchant;
  if (collectorUrl === null || collectorHost(merchant) === null) return null;
  return { url: collectorUrl, collectorGlobal, collectorMethod, collectorCallback, collectorElement };
}

/** Waits for the answer until the signal or the time-out, in ms from now. Either ends the script. */
async function answerOf(collected: Promise<Collected>, timeout: number, stop: AbortController): Promise<Answer> {
  const ended = Promise.withResolvers<'late' | 'stopped'>();
  const timer = setTimeout(() => ended.resolve('late'), timeout);
  stop.signal.addEventListener('abort', () => ended.resolve('stopped'), { once: true });
  const answer = await Promise.race([collected, ended.promise]);
  clearTimeout(timer);
  stop.abort();
  if (typeof answer === 'string') return answer;
  if (answer.kind === 'none') return answer.cause;
  return isSessionId(answer.id) ? { id: answer.id } : 'unusable';
}

async function unlessCancelled({ answer, stop }: Run, cancel: AbortSignal): Promise<Answer> {
  const end = (): void => stop.abort();
  cancel.addEventListener('abort', end, { once: true });
  if (cancel.aborted) end();
  try {
    return await answer;
  } finally {
    cancel.removeEventListener('abort', end);
  }
}
