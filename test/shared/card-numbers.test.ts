/** The rule for card numbers in texts, searches and logs: any grouping and script is found, other numbers stay usable, and it is linear. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '#shared/payments/card.ts';
import { cardNumbersIn, holdsCardNumber, plainSpelling, seeksCardNumber } from '#shared/texts/card-numbers.ts';
import { referenceHoldsCard, searchHoldsCard } from '#shared/texts/text-kinds.ts';
import { times } from '#test/support/thorough.ts';
import { textsIn } from '#test/support/texts-in.ts';

/** Published test numbers of all lengths: the service's own, and those of other processors and networks. */
const published = textsIn(`
  4059310181757001 | 5517747952039692 | 4111111111111111 | 4222222222222 | 5555555555554444 | 2223003122003222
  378282246310005 | 371449635398431 | 30569309025904 | 6011111111111117 | 3530111333300000 | 6304000000000000
  2201382000000013 | 6205500000000000004`);

const marks = fc.string({
  unit: fc.constantFrom(...' -./_,+\u00a0\u200b\u2060\ufeff\u2013\n·🂡'),
  maxLength: 3,
});
const spelled = (digit: string, script: number): string => {
  const zeros = [0x30, 0xff10, 0x660, 0x966, 0x1d7ce, 0x2080];
  return String.fromCodePoint((zeros[script % zeros.length] ?? 0x30) + Number(digit));
};
const text = fc
  .string({ unit: fc.constantFrom('a', 'ñ', ' ', '.', 'é', 'x', '字'), maxLength: 12 })
  .map((each) => `${each}a`);

describe('a card number in a text', () => {
  it('is found in any script, with up to three marks between its digits, whatever the words around it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...published),
        fc.array(marks, { minLength: 19, maxLength: 19 }),
        fc.nat(5),
        text,
        text,
        (number, between, script, before, after) => {
          const written = [...number]
            .map((digit, index) => (index === 0 ? '' : (between[index] ?? '')) + spelled(digit, script))
            .join('');
          for (const found of [holdsCardNumber, seeksCardNumber])
            expect(found(`${before}${written}${after}`)).toBe(true);
          expect(cardNumbersIn(`${before}${written}${after}`, 'any')).toEqual([
            { from: before.length, to: before.length + written.length },
          ]);
        },
      ),
      { numRuns: times(400, 2_000) },
    );
  });

  it.each([
    ['before its security code and expiry', (card: string) => `${card} 09/30 123`],
    ['glued to its security code', (card: string) => `${card}123`],
    ['glued to other digits on both sides', (card: string) => `991${card}0930`],
    ['in groups of four, glued to other digits', (card: string) => `99${card.replace(/(\d{4})(?=\d)/g, '$1-')}123`],
    ['after a plus sign', (card: string) => `+${card}`],
  ])('is found %s', (_where, write) => {
    for (const number of published.filter(({ length }) => length === 16))
      expect(holdsCardNumber(write(number))).toBe(true);
  });

  it('is not found in digits without a check digit, in other beginnings, nor across letters or four marks', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 40 });
    const passesSomewhere = (each: string): boolean =>
      Array.from(each, (_, from) => [13, 14, 15, 16, 17, 18, 19].map((length) => each.slice(from, from + length)))
        .flat()
        .some((window) => window.length >= 13 && passesLuhn(window));
    fc.assert(
      fc.property(digits, (each) => {
        fc.pre(!passesSomewhere(each));
        expect(cardNumbersIn(each, 'any')).toEqual([]);
      }),
      { numRuns: times(200, 1_000) },
    );
    for (const each of [
      '4059310181757002',
      '4059a3101a8175a7001',
      '4059    310181757001',
      '1000000000000008',
      '0000000000000000',
    ]) {
      expect(holdsCardNumber(each), each).toBe(false);
    }
  });

  it.each([
    'Order 1234567890123456',
    'invoice 2026-11-20-000417',
    'Called 6020-1236 20/11/2026 14:30',
    'Room 12, 14 nights, 3 guests, 20261120 and 20261123',
    'call +49 170 1234567 4 first',
    '01928374-5566-7788-99aa-bbccddeeff00',
    'SANDBOX_4711, AB12CD34EF5678901234',
    '1763666925123',
  ])('is not seen in %j', (each) => {
    expect(holdsCardNumber(each)).toBe(false);
  });

  it('is not seen in written days, of which every fourth begins like a card', () => {
    const days = Array.from({ length: 730 }, (_, day) => {
      const [year, month, date] = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10).split('-');
      return `${date}/${month}/${year}`;
    });
    const stays = days.slice(0, -1).map((day, index) => `Stay ${day} - ${days[index + 1]}, 2 guests`);
    const calls = days.map((day) => `Called 6020-1236 ${day.replaceAll('/', '.')} 14:30:05`);
    expect([...stays, ...calls].filter(holdsCardNumber)).toEqual([]);
  });

  it('is found beside a written day', () => {
    expect(holdsCardNumber('24/11/2026 4059 3101 8175 7001')).toBe(true);
    expect(holdsCardNumber('4059310181757001 24/11/2026')).toBe(true);
  });

  it('is found as URLs, JSON and HTML spell its digits and marks, at its place', () => {
    const number = '4059310181757001';
    for (const [written, length] of [
      ['4059%203101%208175%207001', 25],
      [[...number].map((digit) => `%3${digit}`).join(''), 48],
      [[...number].map((digit) => `\\u003${digit}`).join(''), 96],
      [[...number].map((digit) => `&#x3${digit};`).join(''), 96],
      ['4059&nbsp;3101\\n8175&#160;7001', 30],
    ] as const) {
      const plain = plainSpelling(`x${written}y`);
      expect(plain).toHaveLength(written.length + 2);
      expect(cardNumbersIn(plain, 'seen')).toEqual([{ from: 1, to: 1 + length }]);
    }
  });
});

describe('a search', () => {
  it('for a card number leaves the page with at most eleven of its digits, however it is grouped while typed', () => {
    for (const number of published) {
      const inFours = number.replace(/(\d{4})(?=\d)/g, '$1 ');
      for (const typed of [number, inFours, number.replace(/^(\d{4})(\d{6})(\d+)$/, '$1 $2 $3')]) {
        const left = Array.from({ length: typed.length }, (_, end) => typed.slice(0, end + 1)).filter(
          (each) => !seeksCardNumber(each),
        );
        expect(Math.max(...left.map((each) => each.replace(/\D/g, '').length)), typed).toBeLessThanOrEqual(11);
      }
    }
  });

  it.each([
    '50760201236',
    '+50760201236',
    '+4917012345674',
    '6020-1236 150.00',
    '7001',
    'ana 7001 120.00',
    '20261120000417',
    '998877',
  ])('for %j is allowed', (each) => {
    expect(seeksCardNumber(each)).toBe(false);
  });

  it.each([
    ['an operation code', 'SANDBOX_11268572711084602941', false],
    ['the same without its prefix', '11268572711084602941', false],
    ['one that begins like a card', '45268572711084602941', false],
    ['one that begins with a card number, behind its prefix', 'SANDBOX_40593101817570010930', false],
    ['one between words', 'ana SANDBOX_11268572711084602941 120.00', false],
    ['a card number', '4059310181757001', true],
    ['a card number behind the prefix', 'SANDBOX_4059310181757001', true],
    ['a card number in groups behind the prefix', 'SANDBOX_4059 3101 8175 7001', true],
    ['a card number with its expiry, as the form takes them', '40593101817570010930', true],
    ['a card number with its expiry and code', '37828224631000509301234', true],
    ['a card number beside an operation code', 'SANDBOX_11268572711084602941 4059310181757001', true],
    ['a card number in full-width digits with its expiry', '４０５９３１０１８１７５７００１０９３０', true],
  ])('and a reference take %s for a card number: %s, %s', (_what, text, isCard) => {
    expect([searchHoldsCard(text), referenceHoldsCard(text)]).toEqual([isCard, isCard]);
  });
});

it.each(['4', '4 ', '1234567890', '½', '41111111111111112', 'a4-', '４ '])(
  '160,000 units of %j cost less than three seconds of the processor',
  (part) => {
    const long = part.repeat(160_000 / part.length);
    const begun = process.cpuUsage();
    cardNumbersIn(long, 'any');
    const { user, system } = process.cpuUsage(begun);
    // Takes 0.2 s at most. Something quadratic takes 25,600,000,000 steps: 7 to 37 s.
    expect((user + system) / 1_000).toBeLessThan(3_000);
  },
);
