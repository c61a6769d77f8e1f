/** HTML made from data: every value is escaped on its way into a template, and there is no other way in. */

/** HTML that `html` has made. */
export class Markup {
  readonly #text: string;
  private constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
  static of(strings: readonly string[], values: readonly MarkupValue[]): Markup {
    return new Markup(strings.map((part, index) => (index === 0 ? part : written(values[index - 1]) + part)).join(''));
  }
  /** Makes a style element. Texts in it come from `cssText`, so nothing in it can end the element. */
  static style(css: string): Markup {
    if (css.includes('<')) throw new Error('A style can’t contain markup');
    return new Markup(`<style>${css}</style>`);
  }
}

/** A value of a template. Null and lists of nothing leave nothing. */
export type MarkupValue = string | number | Markup | null | readonly MarkupValue[] | undefined;

/** Makes HTML. Texts are escaped, so they stand as they are between tags and in quoted attributes. */
export const html = (strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup =>
  Markup.of(strings, values);

function written(value: MarkupValue): string {
  if (value == null) return '';
  if (value instanceof Markup) return value.toString();
  return typeof value === 'object' ? value.map(written).join('') : escapeText(String(value));
}

/** Characters that no paper shows and that could hide or reorder others: controls, directions, invisible ones. */
const unseen = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Escapes a text for HTML. Line breaks become blanks, and characters that could disguise it are left out. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, ' ')
    .replace(unseen, '')
    .replace(/[&<>"'`=]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** Writes a text as a string of CSS, for the `content` of page margins. */
export const cssText = (text: string): string =>
  `"${text.replace(unseen, '').replace(/[^\p{L}\p{N} .,·]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`;
