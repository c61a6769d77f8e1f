/** Words for a mistake in the address of a shared ledger. */
import type { LedgerAddressIssue } from '#shared/seat/ledger-address.ts';
import type { Translate } from '#renderer/words/i18n.ts';

export const addressWords = (t: Translate, issue: LedgerAddressIssue): string =>
  issue.kind === 'parameter'
    ? t('settings:issues.ledgerAddress.parameter', { name: issue.name })
    : t(`settings:issues.ledgerAddress.${issue.kind}`);
