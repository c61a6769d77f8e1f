/** Steps of the pages "Add a …" of `docs/contributing`, as edits of a checkout. */

/** Places a text before the only line of a file that begins with another one, spaces apart. */
export interface Edit {
  readonly file: string;
  readonly before: string;
  readonly text: string;
  /** True where the page begins; the compiler leads to the others. */
  readonly first?: true;
  /** True for what the compiler leads to once all but such places are done. */
  readonly late?: true;
  /** Part of the compiler's error in another file. Absent where the error is in the file itself. */
  readonly said?: string;
}

export interface Recipe {
  readonly page: string;
  readonly edits: readonly Edit[];
}

const english = 'shared/locales/en';
const spanish = 'shared/locales/es';
/** The same line in both languages, before the same key. */
const words = (file: string, before: string, text: string, said?: string): readonly Edit[] => [
  { file: `${english}/${file}`, before, text, ...(said !== undefined && { said }) },
  { file: `${spanish}/${file}`, before, text, late: true },
];

export const recipes: readonly Recipe[] = [
  {
    page: 'add-a-field',
    edits: [
      {
        file: 'shared/payments/payment-fields.ts',
        before: 'customFieldValues: {',
        text: `invoiceNumber: {
          kind: 'text',
          max: 30,
          required: false,
          wire: { json: { name: 'invoiceNumber', presence: optional }, form: 'not sent' },
          kept: 'in lists',
          ofLater: 'nowhere',
          searched: 'words',
          exported: 'text',
          shown: 'in details',
          form: { section: 'more', order: 80, columns: 12 },
        },`,
        first: true,
      },
      ...words(
        'payments/fields.ts',
        'concept: {',
        `invoiceNumber: { label: 'Invoice', fact: 'Invoice', heading: 'Invoice', sought: 'invoice' },`,
      ),
      {
        file: 'electron/ledger/rows/attempt-columns.ts',
        before: `address: keyed(maybe(text), 'address'),`,
        text: `invoice_number: keyed(maybe(text), 'invoiceNumber'),`,
        late: true,
        said: "'invoice_number' does not exist",
      },
      {
        file: 'electron/ledger/rows/attempt-rows.ts',
        before: 'concept: row.concept,',
        text: 'invoiceNumber: row.invoice_number,',
      },
      { file: 'test/fixtures/shown/attempts.ts', before: `concept: 'Order 1182',`, text: 'invoiceNumber: null,' },
    ],
  },
  {
    page: 'add-a-setting',
    edits: [
      {
        file: 'shared/seat/merchant.ts',
        before: `allowVoids: setting('check'`,
        text: `allowTips: setting('check', 'payments', z.boolean().default(false)),`,
        first: true,
      },
      {
        file: `${english}/settings/settings.ts`,
        before: `allowVoids: 'Void holds',`,
        text: `allowTips: 'Take tips',`,
        said: 'allowTips',
      },
      {
        file: `${spanish}/settings/settings.ts`,
        before: `allowVoids: 'Anular preautorizaciones',`,
        text: `allowTips: 'Tomar propinas',`,
        late: true,
      },
      {
        file: 'shared/seat/settings.ts',
        before: `documentPaper: choice(`,
        text: `density: choice(['wide', 'narrow'], () => 'wide'),`,
        first: true,
      },
      ...words(
        'settings/settings.ts',
        'screenCapture: {',
        `density: { label: 'Density', options: { wide: 'Wide', narrow: 'Narrow' } },`,
        'seat-section.tsx(',
      ),
    ],
  },
  {
    page: 'add-a-call',
    edits: [
      {
        file: 'shared/contract/groups/holds.ts',
        before: `list: call('cashier', holdsQuerySchema`,
        text: `count: call('cashier', z.void(), z.int()),`,
        first: true,
      },
      { file: 'electron/calls/calls.ts', before: 'list: (query, actor)', text: 'count: () => ok(0),' },
      { file: 'test/fixtures/call-arguments.ts', before: `list: [{ show: 'all' }],`, text: 'count: [undefined],' },
    ],
  },
  {
    page: 'add-a-history-column',
    edits: [
      {
        file: 'renderer/features/history/search/history-columns.tsx',
        before: `key: 'operator',`,
        text: `key: 'description',
          header: t('label.description'),
          width: 'minmax(0, 1fr)',
          from: 1100,
          cell: (attempt) => soft(attempt.description),
        },
        {`,
        first: true,
      },
      {
        file: `${english}/common.ts`,
        before: `card: 'Card',`,
        text: `description: 'Description',`,
        said: 'history-columns.tsx(',
      },
      { file: `${spanish}/common.ts`, before: `card: 'Tarjeta',`, text: `description: 'Descripción',`, late: true },
    ],
  },
];
