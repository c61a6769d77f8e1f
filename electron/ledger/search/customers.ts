/** Finds customers of earlier payments by the index of History: a bounded number of the newest rows, never a scan. */
import { withoutAccents } from '#shared/without-accents.ts';
import { noChosenFilters } from '#shared/ledger/history-filters.ts';
import { mostCustomers, type SoughtCustomer } from '#shared/payments/entry/customers.ts';
import type { CustomersScope, FoundCustomer } from '#electron/core/ports/ledger.ts';
import { cardsOf } from '#electron/ledger/attempts/earlier-cards.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { soughtWords, type SoughtWord, wordsIn } from '#electron/ledger/rows/search-tokens.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isSound } from '#electron/ledger/rows/attempt-rows.ts';

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
