/** Who closed the day of a paper, and what has changed since. */
import { changesBetween, differenceKey, isOfOtherHours, type DayClose } from '#shared/reports/day-close.ts';
import type { Figure, Figures } from '#shared/reports/figures.ts';
import { html, type Markup } from './html.ts';
import type { PaperWords } from './paper-words.ts';
import { table } from './table.ts';

/**
 * Says who closed the day.
 * @param closes null for a range, of which nothing is said
 * @param ofAll names the merchant of each close
 */
export function closedBy(
  { t, moment }: PaperWords,
  closes: readonly DayClose[] | null,
  ofAll: boolean,
): readonly string[] {
  if (closes === null) return [];
  if (closes.length === 0) return [t('reports:close.notClosed')];
  return closes.map(({ merchantName, operatorName, closedAt, seat }) =>
    [
      ...(ofAll ? [`${merchantName}:`] : []),
      t('reports:close.by', { operator: operatorName, moment: moment(closedAt) }),
      t('reports:close.at', { seat }),
    ].join(' '),
  );
}

/** Says how the figures differ from those of the close, so that nobody takes them for what was signed. */
export function sinceClose({ t, moment, money, count }: PaperWords, close: DayClose, figures: Figures): Markup | null {
  const note = (text: string): Markup => html`<p class="note"><strong>${text}</strong></p>`;
  if (close.figures === null) return note(t('reports:close.unreadable'));
  if (isOfOtherHours(close))
    return note(t('reports:close.otherHours', { from: moment(close.from), until: moment(close.until) }));
  if (close.figures === figures) return note(t('reports:close.removed'));
  const lines = changesBetween(close.figures, figures);
  if (lines.length === 0) return null;
  const written = (figure: Figure, sign: string) => `${count(figure.count)} · ${money(figure.amount, sign)}`;
  return html`<h2>${t('reports:close.changed')}</h2>
    ${table(
      [
        { heading: t('reports:close.line'), cell: ({ what }) => t(differenceKey(what)) },
        { heading: t('reports:close.atClose'), cell: ({ before, sign }) => written(before, sign), kind: 'right' },
        { heading: t('reports:close.now'), cell: ({ after, sign }) => written(after, sign), kind: 'right' },
      ],
      lines,
    )}`;
}
