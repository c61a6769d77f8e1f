/** Writes the audit trail with its links to a file, so that it can be read and checked without the program. */
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import type { TrailEntry } from '#electron/ledger/trail/ledger-trail.ts';
import type { Words } from '#electron/shell/words.ts';
import type { Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { attemptStates } from '#shared/payments/outcome.ts';
import { operations } from '#shared/payments/operations.ts';
import { writtenRows } from './export-attempts.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';

/** The facts of an entry as they were signed, so `facts` has them all and `what` tells them. Instants are UTC. */
const columns = {
  at: ({ at }: TrailEntry) => at,
  linkedAt: ({ linkedAt }) => linkedAt ?? '',
  operator: ({ operatorName }) => operatorName,
  seat: ({ seat }) => seat,
  what: ({ what }, words) => sentenceOf(what, words),
  kind: ({ what }) => what.kind,
  // Spelled so that the CSV file marks no formula behind one, and the facts can be read back as they were signed.
  facts: ({ what }) => JSON.stringify(what).replaceAll(';', String.raw`\u003b`),
  subject: ({ subjectId }) => subjectId,
  signer: ({ link }) => link?.signer ?? '',
  link: ({ link }) => (link === null ? '' : String(link.number)),
  hash: ({ link }) => link?.hash ?? '',
  signature: ({ link }) => link?.signature ?? '',
} as const satisfies Record<string, (entry: TrailEntry, words: Words) => string>;

const trailColumns = Object.keys(columns) as readonly (keyof typeof columns)[];

/** @returns the number of entries in the file */
export function exportTrail(
  entries: AsyncIterable<TrailEntry>,
  file: string,
  format: ExportFormat,
  words: Words,
): Promise<Result<number>> {
  const { t } = words;
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const entry of entries) yield trailColumns.map((name) => columns[name](entry, words));
  }
  const headings = sheetColumns(trailColumns, (name) =>
    t(isColumnLabel(name) ? `common:label.${name}` : `audit:export.columns.${name}`),
  );
  const sheetName = t('audit:title');
  return writtenRows(t, writeTable({ file, format, sheetName, columns: headings, rows: rows() }));
}

function sentenceOf(what: TrailEntry['what'], { t, deed, money }: Words): string {
  if (what.kind !== 'payment') return deed(what);
  const operation = operations.find((name) => name === what.operation);
  const state = attemptStates.find((name) => name === what.standing);
  const told = t('audit:export.payment', {
    operation: t(`common:operation.${operation ?? 'unlisted'}`),
    amount: money(what.amount, '').trim(),
    state: state === undefined ? what.standing : t(`outcomes:state.${state}`),
  });
  const isUnconfirmed =
    what.standing === 'approved' && what.state === 'approved' && what.answeredAmount !== what.amount;
  return isUnconfirmed ? `${told} ${t('outcomes:amount.unconfirmed')}.` : told;
}
