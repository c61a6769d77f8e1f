/** Tables and lists of sums on sheets. */
import { html, type Markup, type MarkupValue } from './html.ts';

export interface TableColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => MarkupValue;
  /** `right` for figures, `firm` for texts that must not break. */
  readonly kind?: 'right' | 'firm';
}

/** @param sums cells of the last line, in the order of the columns */
export function table<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  sums: readonly MarkupValue[] | null = null,
): Markup {
  return html`<table>
    <thead>
      <tr>
        ${columns.map(({ heading, kind }) => html`<th scope="col" class="${kind ?? ''}">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${columns.map(({ cell, kind }) => html`<td class="${kind ?? ''}">${cell(row)}</td>`)}
          </tr>`,
      )}
    </tbody>
    ${
      sums === null
        ? null
        : html`<tfoot>
            <tr>
              ${sums.map((sum, index) => html`<td class="${columns[index]?.kind ?? ''}">${sum}</td>`)}
            </tr>
          </tfoot>`
    }
  </table>`;
}

export interface SumShown {
  readonly label: string;
  /** Null where amounts of several currencies have no sum. */
  readonly amount: string | null;
  readonly note: string;
}

/** Returns the figures at the head of a document, side by side. */
export const sums = (shown: readonly SumShown[]): Markup =>
  html`<dl class="sums">
    ${shown.map(
      ({ label, amount, note }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${amount}<small>${note}</small></dd>
        </div>`,
    )}
  </dl>`;
