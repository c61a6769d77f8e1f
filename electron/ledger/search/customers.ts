/**
 * Finds customers of earlier payments by the index of History: a bounded number of the newest rows, never a scan. With them it finds the
 * cards that may be charged again, and forgets them. The fingerprint stays in the main process.
 */
import { withoutAccents } from '#shared/without-accents.ts';
import { noChosenFilters } from '#shared/ledger/history-filters.ts';
import { mostCustomers, type SoughtCustomer } from '#shared/payments/entry/customers.ts';
import type { CustomersScope, FoundCustomer, EarlierCard } from '#electron/core/ports/ledger.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { soughtWords, type SoughtWord, wordsIn } from '#electron/ledger/rows/search-tokens.ts';
import { type ListedRow, listedColumns } from '#electron/ledger/rows/attempt-columns.ts';
import { isSound, toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { sql } from 'kysely';
import type { NoteEvent } from '#electron/ledger/events.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import type { LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import { keyedPaymentOf } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { holdsById } from '#electron/ledger/attempts/by-id.ts';

const forgetting = 'card-forgotten' satisfies LedgerDeedKind;

/**
 * Condition for a card that was forgotten after it was keyed for the attempt. The mark is an entry of the audit trail that names an
 * attempt of the card, so that it moves with the ledger and has an author. That was the card's last one, so no clock is asked.
 */
const isForgotten = sql<boolean | number>`exists (
    select 1 from ledger_events join attempts as own on ledger_events.facts like '%"' || own.id || '"%'
    where ledger_events.kind = ${forgetting} and own.position >= first.position
      and own.card_fingerprint = first.card_fingerprint and own.merchant_id = first.merchant_id
  )`;

/** Reads the card of each payment: the one keyed for it, for its hold, or for the one whose card it charged again. */
async function cardsOf(
  engine: Engine,
  db: Database,
  payments: readonly Pick<ListedRow, 'id' | 'hold_id' | 'card_of'>[],
): Promise<ReadonlyMap<string, EarlierCard>> {
  if (payments.length === 0) return new Map();
  const firstId = ({ id, hold_id: holdId, card_of: cardOf }: (typeof payments)[number]): string =>
    keyedPaymentOf({ id, holdId, cardOf });
  const firstIds = [...new Set(payments.map(firstId))];
  const rows = await db
    .selectFrom('attempts as first')
    .select([...listedColumns, isForgotten.as('isForgotten')])
    .where('id', 'in', firstIds)
    .execute();
  const holds = new Map((await holdsById(engine, db, firstIds)).map((hold) => [hold.id, hold]));
  const cards = new Map(
    rows
      .filter((row) => operationFacts(recorded.operation(row)).keysCard)
      .map((row): [string, EarlierCard] => [
        row.id,
        {
          first: toAttempt(row),
          fingerprint: row.card_fingerprint,
          hold: holds.get(row.id)?.state ?? null,
          // SQLite answers with 0 or 1.
          isForgotten: Boolean(row.isForgotten),
        },
      ]),
  );
  return new Map(
    payments.flatMap((row) => {
      const card = cards.get(firstId(row));
      return card === undefined ? [] : [[row.id, card] as const];
    }),
  );
}

async function cardIn(engine: Engine, db: Database, attemptId: string): Promise<EarlierCard | null> {
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'hold_id', 'card_of'])
    .where('id', '=', attemptId)
    .execute();
  return (await cardsOf(engine, db, rows)).get(attemptId) ?? null;
}

export const cardOf = (engine: Engine, attemptId: string): Promise<EarlierCard | null> =>
  engine.decide((db) => cardIn(engine, db, attemptId));

/** Names the last payment of the card, because a purge, which goes by age, removes it after all others. */
export const forgetCard = (
  engine: Engine,
  noteEvent: NoteEvent,
  attemptId: string,
  operatorName: string,
): Promise<boolean> =>
  engine.write(async (trx) => {
    const card = await cardIn(engine, trx, attemptId);
    if (card === null) return false;
    const last = await trx
      .selectFrom('attempts')
      .select('id')
      .where('card_fingerprint', '=', card.fingerprint)
      .where('merchant_id', '=', card.first.merchantId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    await noteEvent(trx, operatorName, { kind: forgetting, attemptId: last?.id ?? card.first.id });
    return true;
  });

const pageSize = 60;
/** Most pages for one question. The index also finds the words in concepts and in operators' names, which are skipped. */
const mostPages = 4;

/** Code of the country, which some people say and others leave out. */
const countryCode = '507';

/** Returns the searches for a question, in the order in which they are tried. */
function searchesFor(sought: SoughtCustomer): readonly (readonly SoughtWord[])[] {
  const plain = (text: string): SoughtWord => ({ text, amount: null, onlyAmount: false });
  if (sought.by !== 'phone') return [soughtWords(sought.text).map(({ text }) => plain(text))];
  return phonesOf(sought.digits).map((digits) => [plain(digits)]);
}

const phonesOf = (digits: string): readonly string[] => {
  const local = digits.slice(countryCode.length);
  if (!digits.startsWith(countryCode)) return [digits, countryCode + digits];
  return local.length < 4 ? [digits] : [digits, local];
};

const plainText = (text: string): string => withoutAccents(text).toLowerCase();

type CustomerColumns = Pick<ListedRow, 'first_name' | 'last_name' | 'email' | 'phone'>;

/** True when the words are those of the customer and not of the rest of the payment. */
function isOf(row: CustomerColumns, sought: SoughtCustomer): boolean {
  if (sought.by === 'phone') {
    return phonesOf(sought.digits).some((digits) => row.phone.startsWith(digits) || row.phone.endsWith(digits));
  }
  if (sought.by === 'email') return plainText(row.email).startsWith(plainText(sought.text));
  const own = [row.first_name, row.last_name, row.email.split('@')[0] ?? ''].flatMap(wordsIn);
  return wordsIn(sought.text).every((word) => own.some((one) => one.startsWith(word)));
}

const keyOf = (row: CustomerColumns): string =>
  JSON.stringify([plainText(row.email), row.phone, wordsIn(row.first_name), wordsIn(row.last_name)]);

/** A customer while rows are read, with theirs, the newest first. */
interface Collected {
  readonly customer: Omit<FoundCustomer, 'paid'>;
  readonly rows: readonly ListedRow[];
}

/** Returns the customers that are found, the last one that paid first. */
export function customersOf(engine: Engine, scope: CustomersScope): Promise<readonly FoundCustomer[]> {
  return engine.read(async (db) => {
    const found = new Map<string, Collected>();
    for (const words of searchesFor(scope.sought)) await collect(engine, db, scope, words, found);
    const shown = [...found.values()]
      .toSorted((one, other) => (one.customer.lastAt < other.customer.lastAt ? 1 : -1))
      .slice(0, mostCustomers);
    const cards = await cardsOf(engine, db, scope.withCards ? shown.flatMap(({ rows }) => rows) : []);
    return shown.map(({ customer, rows }) => ({
      ...customer,
      paid: rows.flatMap(({ id }) => {
        const card = cards.get(id);
        return card === undefined ? [] : [{ attemptId: id, card }];
      }),
    }));
  });
}

async function collect(
  engine: Engine,
  db: Database,
  { sought, environment, merchantId, operatorName, since }: CustomersScope,
  words: readonly SoughtWord[],
  found: Map<string, Collected>,
): Promise<void> {
  const filter = { ...noChosenFilters, environment, merchantId, operatorName };
  let before: number | null = null;
  for (let page = 0; page < mostPages; page++) {
    const rows: readonly ListedRow[] = await engine.search.page(db, {
      words,
      filter,
      from: since === null ? null : positionAt(since),
      before,
      limit: pageSize,
    });
    for (const row of rows) if (isSound(row) && isOf(row, sought)) add(found, row);
    before = rows.at(-1)?.position ?? null;
    if (rows.length < pageSize || found.size >= mostCustomers) return;
  }
}

function add(found: Map<string, Collected>, row: ListedRow): void {
  const key = keyOf(row);
  const { customer, rows } = found.get(key) ?? {
    customer: {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
      address: row.address,
      lastAt: row.started_at,
    },
    rows: [],
  };
  found.set(key, {
    customer: { ...customer, address: customer.address ?? row.address },
    rows: [...rows, row],
  });
}
