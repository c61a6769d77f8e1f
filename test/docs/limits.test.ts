/** The limits that administrators read are those of the program. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { mostOfDay } from '#electron/core/records/reconcile.ts';
import { mostOfSeat } from '#electron/core/records/saved-views.ts';
import { mostMerchants, mostOperators } from '#electron/core/provisioning/provisioning-file.ts';
import { mostUnknowns, summedLimit } from '#shared/ledger/history.ts';
import { batchLimit } from '#shared/ledger/holds.ts';
import { mostViews } from '#shared/ledger/saved-views.ts';
import { mostPrintedHolds } from '#shared/paper/paper-documents.ts';
import { maxAmount } from '#shared/payments/money.ts';
import { mostDays } from '#shared/reports/figures.ts';
import { mostReconciledDays } from '#shared/reports/reconciliation.ts';

const limits = {
  'Amount of a payment': [maxAmount / 100],
  'Holds of a batch': [batchLimit],
  'Holds on one paper': [mostPrintedHolds],
  'Unconfirmed payments that are listed, of each environment': [mostUnknowns],
  'Payments in the sums of History': [summedLimit],
  'Saved views of an operator, of a seat': [mostViews, mostOfSeat],
  'Days of a report': [mostDays],
  'Days, and records of a day, beside the service’s records': [mostReconciledDays, mostOfDay],
  'Merchants, operators of a provisioning file': [mostMerchants, mostOperators],
} as const;

test('each limit stands in docs/administration.md with its figure', () => {
  const text = readFileSync(path.join(root, 'docs/administration.md'), 'utf8');
  for (const [what, figures] of Object.entries(limits)) {
    const row = text.split('\n').find((line) => line.startsWith(`| ${what} |`));
    expect(row, what).toBeDefined();
    expect(row?.split('|')[2]?.trim(), what).toBe(figures.map((figure) => figure.toLocaleString('en-US')).join(', '));
  }
});
