/** What people paste or say as one: a whole card, a full name. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pastedCard } from '#renderer/features/charge/reading/card-paste.ts';
import { dividedName } from '#shared/payments/entry/full-name.ts';
import { visa } from '#test/fixtures/drafts.ts';
import { textsIn } from '#test/support/texts-in.ts';

const mastercard = '5517747952039692';

describe('a card that is pasted at once', () => {
  test.each([
    ['%s 09/30 123', '09/30', '123'],
    ['%s\t09/30\t123', '09/30', '123'],
    ['%s\n09/2030\n003', '09/30', '003'],
    ['%s;0930;123', '09/30', '123'],
    ['%s 0930 123', '09/30', '123'],
    ['%s 09 30 123', '09/30', '123'],
    ['%s, 2030-09, 123', '09/30', '123'],
    ['Card: %s\nExp: 9/30\nCVV: 123', '09/30', '123'],
    ['Tarjeta %s vence 03/2029 código 456', '03/29', '456'],
    ['CVV 123, 09/30, %s', '09/30', '123'],
    ['%s 09/30', '09/30', null],
    ['%s 123', null, '123'],
    ['%s', null, null],
  ])('fills its fields from “%s”', (form, expiry, securityCode) => {
    for (const [number, written] of [
      [visa, visa],
      [visa, '4059 3101 8175 7001'],
      [visa, '4059-3101-8175-7001'],
      [visa, '４０５９\u00a0３１０１\u00a0８１７５\u00a0７００１'],
      [mastercard, '5517.7479.5203.9692'],
    ] as const) {
      const text = form.replace('%s', written);
      expect(pastedCard(text), form).toEqual({ number, expiry, securityCode });
    }
  });

  test('is found whatever stands between its parts', () => {
    const between = fc.constantFrom(' ', '\t', '\n', '; ', ', ', ' | ', '\u00a0', '\r\n');
    const month = fc.integer({ min: 1, max: 12 }).map((value) => String(value).padStart(2, '0'));
    const year = fc.integer({ min: 27, max: 49 }).map(String);
    const code = fc.stringMatching(/^\d{3}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(visa, mastercard),
        between,
        between,
        month,
        year,
        code,
        (number, one, two, mm, yy, cvv) => {
          const text = [number, one, `${mm}/${yy}`, two, cvv].join('');
          expect(pastedCard(text)).toEqual({ number, expiry: `${mm}/${yy}`, securityCode: cvv });
        },
      ),
    );
  });

  test('is not sought in a text that is no card with its labels, which would stop the screen for minutes', () => {
    expect(pastedCard(`${visa} ${'9 '.repeat(250)}`)).toBeNull();
  });

  test('is not guessed from two numbers, a wrong digit or a text without one', () => {
    for (const text of [`${visa} ${mastercard} 09/30 123`, '4059310181757002 09/30 123', 'order 1182 of 09/30', '']) {
      expect(pastedCard(text)).toBeNull();
    }
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123459 /-;\n\t.ａ４'), maxLength: 60 }), (text) => {
        const card = pastedCard(text);
        expect(card === null || /^\d{13,16}$/.test(card.number)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a full name', () => {
  test.each([
    ['Ana Castillero', 'Ana', 'Castillero'],
    ['María José Pérez Gómez', 'María José', 'Pérez Gómez'],
    ['María José Castillero', 'María José', 'Castillero'],
    ['Ana Pérez Gómez', 'Ana', 'Pérez Gómez'],
    ['Juan Carlos de la Cruz', 'Juan Carlos', 'de la Cruz'],
    ['María del Carmen Ríos', 'María del Carmen', 'Ríos'],
    ['María de los Ángeles Pérez', 'María de los Ángeles', 'Pérez'],
    ['María de los Ángeles Fernández-Villarreal y Góngora', 'María de los Ángeles', 'Fernández-Villarreal y Góngora'],
    ['Ana Isabel de León de Obaldía', 'Ana Isabel', 'de León de Obaldía'],
    ['Rosa Elena del Carmen Montenegro Vallarino', 'Rosa Elena del Carmen', 'Montenegro Vallarino'],
    ['  ana   wu ', 'ana', 'wu'],
    ['Pérez Gómez, María José', 'María José', 'Pérez Gómez'],
  ])('“%s” is divided into “%s” and “%s”', (text, first, last) => {
    expect(dividedName(text)).toEqual({ first, last });
  });

  test.each([
    '',
    'Ana, ',
    ...textsIn(`
    Ana | María José | María de los Ángeles | Juan Carlos | de la | a, b, c | mj@example.com x | Flat 12 B`),
  ])('“%s” is not divided, since it may be one name or none', (text) => expect(dividedName(text)).toBeNull());

  test('keeps every word in its order when it is divided', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Za-zÁÉÍÓÚáéíóúñ]{1,9}$/), { maxLength: 7 }), (words) => {
        const divided = dividedName(words.join(' '));
        if (divided !== null) expect(`${divided.first} ${divided.last}`).toBe(words.join(' '));
      }),
    );
  });
});
