/** Entries and payments that wait for their link. */
import type { EventRow } from '#electron/ledger/events.ts';
import { oneMinute } from '#shared/durations.ts';
import type { Batch, LinkReason } from './seal-batch.ts';

/** What is being linked in one transaction. */
interface TakenBatch extends Batch {
  /** Takes everything back after a failure. */
  giveBack(): void;
  /** Takes entries back that are not in the ledger yet, until they must have been rolled back. */
  keep(absent: readonly EventRow[]): void;
}

export interface Waiting {
  addEvent(row: EventRow): void;
  addPayment(id: string, reason: LinkReason): void;
  has(id: string): boolean;
  isEmpty(): boolean;
  hasPayments(): boolean;
  /** Takes as much as a transaction links. */
  take(): TakenBatch;
}

/** Entries and payments per transaction. */
const portion = 100;
/** Time after which an entry that is not in the ledger was rolled back, in ms. */
const rolledBackAfter = oneMinute;

export function createWaiting(now: () => Date): Waiting {
  const events = new Map<string, { readonly row: EventRow; readonly since: number }>();
  const payments = new Map<string, LinkReason>();
  return {
    addEvent: (row) => void events.set(row.id, { row, since: now().getTime() }),
    addPayment: (id, reason) => void payments.set(id, reason),
    has: (id) => events.has(id) || payments.has(id),
    isEmpty: () => events.size + payments.size === 0,
    hasPayments: () => payments.size > 0,
    take() {
      const takenEvents = new Map([...events].slice(0, portion));
      const takenPayments = new Map([...payments].slice(0, portion));
      for (const id of takenEvents.keys()) events.delete(id);
      for (const id of takenPayments.keys()) payments.delete(id);
      return {
        events: [...takenEvents.values()].map(({ row }) => row),
        payments: takenPayments,
        giveBack() {
          for (const [id, entry] of takenEvents) events.set(id, entry);
          for (const [id, reason] of takenPayments) if (!payments.has(id)) payments.set(id, reason);
        },
        keep(absent) {
          for (const { id } of absent) {
            const entry = takenEvents.get(id);
            if (entry !== undefined && now().getTime() - entry.since < rolledBackAfter) events.set(id, entry);
          }
        },
      };
    },
  };
}
