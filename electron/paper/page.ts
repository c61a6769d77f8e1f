/** The frame of every sheet and roll: size, head of the merchant, environment, page numbers, and nothing of the screens. */
import { createHash } from 'node:crypto';
import { paperTable, type PaperSize, type SheetSize } from '#shared/seat/paper-sizes.ts';
import type { Environment } from '#shared/environment.ts';
import { cssText, html, Markup } from './html.ts';
import type { PaperWords } from './paper-words.ts';
import { commonStyle, rollStyle, sheetStyle } from './style.ts';

/** A page ready for the printer or a PDF. Sizes are in mm. */
export interface Paper {
  readonly html: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

/** The merchant as its papers name it. Empty parts are left out. */
export interface PaperMerchant {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly taxId: string;
}

export interface ReceiptMerchant extends PaperMerchant {
  /** Words at the foot of every receipt, such as the terms of a return. */
  readonly note: string;
  /** It has a rate of ITBMS above 0. */
  readonly taxed: boolean;
}

/** When and by whom a paper was made, UTC. */
export interface Printed {
  readonly at: string;
  readonly operator: string;
  readonly seat: string;
}

/** Facts around the content of every sheet. */
export interface SheetFrame {
  readonly size: SheetSize;
  /** Null for a document of several merchants. */
  readonly merchant: PaperMerchant | null;
  readonly environment: Environment;
  readonly printed: Printed;
}

interface SheetFacts extends SheetFrame {
  readonly title: string;
  /** Lines under the heading: the day, the filter. */
  readonly lines: readonly string[];
}

/** Returns a document on sheets with page numbers. Long tables go on over pages with their headings. */
export function sheet(words: PaperWords, facts: SheetFacts, body: Markup): Paper {
  const { t, moment } = words;
  const { size, title, lines, merchant, environment, printed } = facts;
  const warning = environment === 'production' ? null : t(`paper:noMoney.${environment}`);
  const foot = t('paper:printed', { ...printed, at: moment(printed.at) });
  const { width, height } = paperTable[size];
  const css = `${pageRule(words, { width, height, foot, warning })}${commonStyle}${sheetStyle}`;
  const content = html`<header>
      <div>
        <h1>${title}</h1>
        ${lines.map((line) => html`<p>${line}</p>`)}
      </div>
      ${merchant === null ? null : html`<div class="merchant">${merchantHead(words, merchant)}</div>`}
    </header>
    ${warning === null ? null : html`<p class="warning">${warning}</p>`} ${body}`;
  return { title, width, height, html: page(words, title, css, content) };
}

export interface ReceiptFacts {
  readonly size: PaperSize;
  readonly title: string;
  readonly environment: Environment;
  /** Height of one copy on a roll, in mm. Sheets have their own. */
  readonly rollHeight: number;
}

/** Returns copies of a receipt, each on a page of its own. */
export function receiptPages(words: PaperWords, facts: ReceiptFacts, copies: readonly Markup[]): Paper {
  const { size, title } = facts;
  const { width, height } = paperTable[size];
  const paper = { width, height: height ?? Math.ceil(facts.rollHeight) };
  const margin = height === null ? `3mm ${size === 'roll-58' ? 5 : 4}mm` : '18mm 20mm';
  const css = `@page{size:${paper.width}mm ${paper.height}mm;margin:${margin}}${commonStyle}${rollStyle}`;
  const body = copies.map((copy) => html`<article class="receipt ${size}">${copy}</article>`);
  return { title, ...paper, html: page(words, title, css, html`${body}`) };
}

/** Returns lines for two signatures, kept together on one page. @param closed words under the first */
export const signatures = ({ t }: PaperWords, closed: string): Markup =>
  html`<div class="sign">
    <p>${closed}</p>
    <p>${t('reports:signature.checked')}</p>
  </div>`;

/** Returns name, address, telephone and tax id, each on a line of its own. */
export const merchantHead = ({ t }: PaperWords, { name, address, phone, taxId }: PaperMerchant): readonly Markup[] =>
  [
    html`<strong>${name}</strong>`,
    ...address.split('\n').map((line) => html`${line.trim()}`),
    html`${phone}`,
    html`${taxId === '' ? '' : t('paper:taxId', { taxId })}`,
  ]
    .filter((line) => line.toString() !== '')
    .map((line) => html`<p>${line}</p>`);

interface PageFacts {
  readonly width: number;
  readonly height: number;
  readonly foot: string;
  readonly warning: string | null;
}

/** Chromium counts the pages itself, in its print preview as well as in a PDF. */
function pageRule({ t }: PaperWords, { width, height, foot, warning }: PageFacts): string {
  const numbers = t('paper:page', { page: '\ue000', pages: '\ue001' })
    .split(/([\ue000\ue001])/)
    .map((part) => (part === '\ue000' ? 'counter(page)' : part === '\ue001' ? 'counter(pages)' : cssText(part)))
    .join(' ');
  const top = warning === null ? '' : `@top-center{content:${cssText(warning)};font-weight:700;font-size:8.5pt}`;
  return `@page{size:${width}mm ${height}mm;margin:17mm 15mm 18mm;${top}@bottom-left{content:${cssText(foot)};vertical-align:top;padding-top:3mm}@bottom-right{content:${numbers};vertical-align:top;padding-top:3mm}}`;
}

/** A window that shows the paper under its print dialog shows an empty sheet, because the seat may lock meanwhile. */
const emptyOnScreen = '@media screen{body{visibility:hidden}}';

function page(words: PaperWords, title: string, printed: string, body: Markup): string {
  const css = `${emptyOnScreen}${printed}`;
  // Nothing but this style has any effect. There is no way for a script, a picture or a request.
  const digest = createHash('sha256').update(css).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
    <html lang="${words.language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        ${Markup.style(css)}
      </head>
      <body>
        ${body}
      </body>
    </html> `.toString();
}
