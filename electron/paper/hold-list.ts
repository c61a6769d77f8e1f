/** The list of holds on paper, in the order of the screen, with their sums. */
import { accountOf } from '#shared/ledger/account.ts';
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import { heldAmount, type Hold, type HoldPart, type HoldTotals } from '#shared/ledger/holds.ts';
import { timeIsUp } from '#shared/ledger/listed-attempt.ts';
import { sumBySign } from './batch.ts';
import { html } from './html.ts';
import { phoneText } from '#shared/words/phone-text.ts';
import { customerName } from '#shared/payments/attempt.ts';
import { sheet, type Paper, type SheetFrame } from './page.ts';
import { maskedCard, type PaperWords } from './paper-words.ts';
import { sums, table, type TableColumn } from './table.ts';

export interface HoldListPaper extends SheetFrame {
  readonly holds: readonly Hold[];
  /** True when more were found than are listed. */
  readonly cut: boolean;
  readonly totals: HoldTotals;
  /** Part of the queue that is listed; null for all but the expired ones. */
  readonly part: HoldPart | null;
  /** Words that were searched for; empty for all. */
  readonly text: string;
  /** `all` lists captured and voided ones too. */
  readonly show: 'waiting' | 'all';
}

export function holdListPaper(
  words: PaperWords,
  { holds, cut, totals, part, text, show, ...frame }: HoldListPaper,
): Paper {
  const { t, moment, money, count } = words;
  const at = Date.parse(frame.printed.at);
  const amounts = sumBySign(
    holds,
    ({ authorization }) => heldAmount(authorization),
    ({ authorization }) => authorization.currencySign,
  );
  const inAll = amounts.map(([sign, sum]) => money(sum, sign)).join(' · ');
  const [sign, ...others] = totals.currencySigns;
  const whole = text === '' && show === 'waiting' && part === null;
  const { expired } = totals;
  const headSums = (['open', 'within48h', 'within24h', 'expired', 'unconfirmed'] as const).map((name) => ({
    label: t(`holds:totals.${name}`),
    amount: sign === undefined || others.length > 0 ? null : money(totals[name].amount, sign),
    note: t('holds:totals.count', { count: totals[name].count }),
  }));
  return sheet(
    words,
    {
      ...frame,
      title: t('paper:holdList.title'),
      lines: [
        moment(frame.printed.at),
        ...(show === 'all' ? [t('paper:holdList.all')] : []),
        ...(part === null ? [] : [t('paper:holdList.part', { part: t(`holds:totals.${part}`) })]),
        ...(whole && expired.count > 0 ? [t('paper:holdList.withoutExpired', { count: expired.count })] : []),
        ...(text === '' ? [] : [t('paper:holdList.search', { text })]),
        ...(cut ? [t('paper:holdList.cut', { max: count(holds.length) })] : []),
      ],
    },
    html`${whole ? sums(headSums) : null}
    ${table(
      holdColumns(words, show, at),
      holds,
      holds.length === 0
        ? null
        : ['', t('holds:totals.count', { count: holds.length }), '', '', '', ...(show === 'all' ? [''] : []), inAll],
    )}
    ${holds.length === 0 ? html`<p class="note">${t('holds:empty.title')}</p>` : null}`,
  );
}

/** @param at epoch milliseconds of the printing */
function holdColumns(words: PaperWords, show: HoldListPaper['show'], at: number): readonly TableColumn<Hold>[] {
  const { t, moment, money } = words;
  return [
    {
      heading: t('paper:holdList.until'),
      cell: (hold) =>
        html`${moment(hold.expiresAt)}<small
            >${hold.state === 'open' && timeIsUp(hold, at) ? t('holds:time.past') : hold.expiryIsEstimate ? t('paper:holdList.estimate') : ''}</small
          >`,
      kind: 'firm',
    },
    {
      heading: t('common:label.customer'),
      cell: ({ authorization }) =>
        html`${customerName(authorization)}<small>${phoneText(authorization.phone ?? '')}</small>`,
    },
    {
      heading: t('common:label.card'),
      cell: ({ authorization }) => maskedCard(words, authorization.card),
      kind: 'firm',
    },
    { heading: t('common:label.concept'), cell: ({ authorization }) => authorization.concept },
    { heading: t('holds:columns.operator'), cell: ({ authorization }) => authorization.operatorName },
    ...(show === 'all'
      ? [
          {
            heading: t('common:label.state'),
            cell: ({ state }: Hold) => t(`holds:states.${state}`),
            kind: 'firm' as const,
          },
        ]
      : []),
    {
      heading: t('common:label.amount'),
      cell: ({ authorization }) => {
        const { amountDoubt } = accountOf(authorization, false);
        return html`${money(heldAmount(authorization), authorization.currencySign)}${
          amountDoubt === null
            ? null
            : html`<small>${t('outcomes:amount.unconfirmed')}. ${amountDoubtWords(t, amountDoubt)}</small>`
        }`;
      },
      kind: 'right',
    },
  ];
}
