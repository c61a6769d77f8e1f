/** Values in templates of paper: as hostile as they may be, they stay texts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cssText, escapeText, html, Markup } from '#electron/paper/html.ts';
import { anyText } from '#test/fixtures/any-text.ts';

/** Reads escaped text as a browser does. */
const readText = (escaped: string): string =>
  escaped.replace(/&#(\d+);/g, (_reference, code: string) => String.fromCharCode(Number(code)));

const shortText = anyText({ maxLength: 60 });
const hostile = fc.constantFrom(
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' style='x",
  '</style><script>',
  '&lt;b&gt;',
  '&#60;b&#62;',
  '<!--',
  ']]>',
  '`${1}`',
);

describe('a value in a template of paper', () => {
  it('opens no tag, ends no attribute and begins no reference', () => {
    fc.assert(
      fc.property(fc.oneof(shortText, hostile), (text) => {
        const escaped = escapeText(text);
        expect(escaped).not.toMatch(/[<>"'`=]/);
        expect(escaped.replace(/&#\d+;/g, '')).not.toContain('&');
        expect(html`<p title="${text}">${text}</p>`.toString()).toBe(`<p title="${escaped}">${escaped}</p>`);
      }),
    );
  });

  it('reads as it was, but for characters that nobody sees', () => {
    fc.assert(
      fc.property(fc.oneof(shortText, hostile), (text) => {
        const seen = text.replace(/[\t\r\n]+/g, ' ').replace(/[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]/gu, '');
        expect(readText(escapeText(text)).replace(/\p{Cf}/gu, '')).toBe(seen);
      }),
    );
    expect(readText(escapeText('Ñandú & Cía. «B/.»\u00a0120'))).toBe('Ñandú & Cía. «B/.»\u00a0120');
  });

  it('can’t turn the line around it', () => {
    expect(escapeText('120.00\u202e00.021\u2066\u200b')).toBe('120.0000.021');
  });

  it('stays a text in the margin of a page', () => {
    fc.assert(
      fc.property(fc.oneof(shortText, hostile), (text) => {
        const written = cssText(text);
        expect(written).toMatch(/^"(?:[\p{L}\p{N} .,·]|\\[0-9a-f]+ )*"$/u);
        expect(() => Markup.style(`p{content:${written}}`)).not.toThrow();
      }),
    );
  });

  it('is a list of parts as well, and nothing where there is nothing', () => {
    const parts = ['a', '<b>'].map((each) => html`<li>${each}</li>`);
    expect(html`<p>${parts}${null}</p>`.toString()).toBe('<p><li>a</li><li>&#60;b&#62;</li></p>');
  });

  it('can’t end a style', () => {
    expect(() => Markup.style('p{}</style>')).toThrow();
  });
});
