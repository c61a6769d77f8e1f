/**
 * The whole table of words: every outcome of every operation with every known code, cause and family, in both languages,
 * against the question whether the headline says what happened to the money, and whether it is true.
 */
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import { meaningOfErrorText } from '#shared/payments/refusals/refusal.ts';
import type { Language } from '#shared/languages.ts';
import { formatsOf } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { outcomeWords } from '#shared/words/outcome-words.ts';
import { errorTexts, toldCases } from './told-cases.ts';

beforeAll(() => startBothLanguages());

interface Told {
  readonly name: string;
  readonly attempt: Attempt;
  readonly title: string;
  readonly reasons: string;
  readonly next: string;
  readonly all: string;
}

const toldIn = new Map<Language, readonly Told[]>();

/** Tells every case once per language. */
function tellAll(language: Language): readonly Told[] {
  const before = toldIn.get(language);
  if (before !== undefined) return before;
  const t = i18next.getFixedT(language) as unknown as Translate;
  const formats = formatsOf(language, 'America/Panama', () => new Date('2026-11-20T12:00:00Z'));
  const told = toldCases.map(({ name, attempt }) => {
    const words = outcomeWords(t, formats, attempt);
    const parts = { title: words.title, reasons: words.reasons.join(' '), next: words.next ?? '' };
    return { name, attempt, ...parts, all: Object.values(parts).join(' ') };
  });
  toldIn.set(language, told);
  return told;
}

/** The sayings that the rules look for, in each language. */
const sayings = {
  en: {
    charged: /charged/i,
    notCharged: /(not|nothing was(?: held or)?|captur\w+|this time,?.*) charged/i,
    nothingCharged: /nothing was (held or )?charged|was not charged|nothing was done|^not (charged|held|done)/i,
    held: /held/i,
    nothingHeld: /nothing was held|not held/i,
    doubt: /don’t know yet|may (be|have)|processed already/i,
    doNot: /do not (charge|hold|capture|refund)/i,
    tryAgain: /you can try again|correct it|another card|try again in a few/i,
    anotherCard: /another card/i,
    correctIt: /correct it|check the card/i,
    bank: /the bank (refused|gave)/i,
    merchantSettings: /supervisor/i,
    holdStays: /the hold stays/i,
    stays: /stays/i,
    doesNotKnow: /the service (does not find|says that)/i,
    quotes: /“(success|approved|aprobada|no match|ver unavailble|avs: zip match|partial approval|<.*)?”/i,
    nothingGivenBack: /nothing was (charged|refunded)|not (voided|refunded)/i,
    money: /charged|held|sent|done|money|went through|voided|refunded/i,
    earlier: /earlier/i,
    gone: /no longer exists/i,
    before: /before/i,
    never: /never refund/i,
    onHold: /funds are on hold/i,
  },
  es: {
    charged: /cobr/i,
    notCharged: /(no se|ni se|ningún|pudo|ya|sabe si se).*cobr/i,
    nothingCharged: /no se (cobró|preautorizó|hizo)|ningún cobro/i,
    held: /preautoriz/i,
    nothingHeld: /no se preautorizó/i,
    doubt: /no se sabe|pudo|puede haber|ya se procesó/i,
    doNot: /no (vuelva a|lo preautorice|la capture|lo devuelva)/i,
    tryAgain: /puede intentarlo|corrija|otra tarjeta|en unos minutos o/i,
    anotherCard: /otra tarjeta/i,
    correctIt: /corrija|verifique los datos/i,
    bank: /el banco (lo rechazó|no dio)/i,
    merchantSettings: /supervisor/i,
    holdStays: /la preautorización sigue/i,
    stays: /sigue|queda/i,
    doesNotKnow: /el servicio (no encuentra|dice que)/i,
    quotes: /«(success|approved|aprobada|no match|ver unavailble|avs: zip match|partial approval|<.*)?»/i,
    nothingGivenBack: /no se (cobró|anuló|devolvió)|no devuelto|no devolvió/i,
    money: /cobr|preautoriz|envió|enviando|hizo|dinero|anul|devol|devuel/i,
    earlier: /anterior/i,
    gone: /ya no existe/i,
    before: /antes|ya se había/i,
    never: /nunca lo devuelva/i,
    onHold: /fondos están retenidos/i,
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, RegExp>>>>;

describe.each(['en', 'es'] as const)('the words of every outcome (%s)', (language) => {
  const say = sayings[language];
  const result = (attempt: Attempt) => operationFacts(attempt.operation).result;
  const ended = (state: Attempt['state']) => (attempt: Attempt) =>
    attempt.state === state && attempt.resolution === null && result(attempt) !== 'unlisted';
  const approved =
    (...results: readonly string[]) =>
    (attempt: Attempt) =>
      effectiveState(attempt) === 'approved' && results.includes(result(attempt));
  const advised = (advice: string) => (attempt: Attempt) => refusalOf(attempt)?.advice === advice;
  const refusedWith =
    (effect: string, ...codes: readonly string[]) =>
    (attempt: Attempt) =>
      ended('rejected')(attempt) && result(attempt) === effect && codes.includes(attempt.service.code ?? '');
  const capturedBefore = (attempt: Attempt) =>
    operationFacts(attempt.operation).refersTo === 'hold' && refusalOf(attempt)?.key === 'service:code.622';
  const saysNothingMoved = ({ attempt, title }: Told) =>
    operationFacts(attempt.operation).draft === 'reversal'
      ? say.nothingGivenBack.test(title)
      : say.nothingCharged.test(title) && (result(attempt) !== 'held' || say.nothingHeld.test(title));
  const saysReachedBefore = ({ title, all }: Told) => say.before.test(title) && !say.tryAgain.test(all);
  const gap =
    /undefined|null|\{\{|NaN|\[object|(outcomes|service|common):[a-z]|\b(title|cause|reason|advice)\.[a-z]|\.\.|\s\s|\( \)|\(\)/;
  const sentence = /^[\p{Lu}¿«“B].*[.]$|^.*(R-1|Portal)$/u;

  const rules: readonly (readonly [
    rule: string,
    applies: (attempt: Attempt) => boolean,
    holds: (told: Told) => boolean,
  ])[] = [
    [
      'are whole sentences without a key, a gap or a missing value',
      () => true,
      ({ title, reasons, next, all }) =>
        !gap.test(all) && [title, reasons, next].every((part) => part === '' || sentence.test(part)),
    ],
    [
      'state the money in the headline',
      () => true,
      ({ title }) => say.money.test(title) || /newer|nueva|processed|procesó/.test(title),
    ],
    [
      'never say of an approved hold that the card was charged',
      approved('held'),
      ({ title }) => say.held.test(title) && (!say.charged.test(title) || say.nothingCharged.test(title)),
    ],
    [
      'speak of no capture and no keyed card where another payment was answered to a refund or a charge again',
      ({ unknownCause, operation }) =>
        ['other-relation', 'other-card'].includes(String(unknownCause)) && ['refund', 'recharge'].includes(operation),
      ({ reasons }) => !/captur|keyed|se envió/.test(reasons),
    ],
    [
      'say of an approved sale or capture that it was charged',
      approved('charged', 'captured'),
      ({ title }) => say.charged.test(title) && !say.nothingCharged.test(title),
    ],
    [
      'never say of an unknown one that nothing happened, nor invite to send it again',
      ended('unknown'),
      ({ title, next, all }) =>
        say.doubt.test(title) &&
        say.doNot.test(title) &&
        !say.nothingCharged.test(title) &&
        !say.tryAgain.test(next) &&
        !say.anotherCard.test(all.replace(/other than|for another card than|de otra tarjeta/g, '')),
    ],
    ...(['declined', 'rejected', 'not-sent'] as const).map(
      (state) =>
        [
          `say that nothing was charged of what was ${state}, and of a hold that nothing was held`,
          (attempt: Attempt) => ended(state)(attempt) && !capturedBefore(attempt),
          saysNothingMoved,
        ] as const,
    ),
    [
      'say of a capture refused with 622 that an earlier one charged it',
      refusedWith('captured', '622'),
      ({ title, all }) => say.earlier.test(title) && say.charged.test(title) && !say.nothingCharged.test(all),
    ],
    [
      'say of a capture refused with 623 and 661 that the hold is gone',
      refusedWith('captured', '623', '661'),
      ({ title }) => say.gone.test(title),
    ],
    [
      'never say that the hold stays where a capture was refused because of it',
      refusedWith('captured', '620', '621', '622', '623', '661'),
      ({ all }) => !say.holdStays.test(all),
    ],
    [
      'never say that what the service does not find, or declined, stays where its void or refund was refused',
      (attempt) => ['voided', 'refunded'].some((effect) => refusedWith(effect, '620', '621', '632')(attempt)),
      ({ title, next }) => !say.stays.test(title) && say.doesNotKnow.test(next),
    ],
    ...['voided', 'refunded'].flatMap((effect) =>
      ['623', '661'].map(
        (code) =>
          [
            `say that the aim was reached before, ${effect} with ${code}`,
            refusedWith(effect, code),
            saysReachedBefore,
          ] as const,
      ),
    ),
    [
      'say never to repeat a refund refused with 652',
      refusedWith('refunded', '652'),
      ({ next }) => say.never.test(next),
    ],
    [
      'say of a refund refused with 628 that funds are on hold',
      refusedWith('refunded', '628'),
      ({ all }) => say.onHold.test(all),
    ],
    [
      'say of a repeat that an earlier one may have gone through, and never ask for another card',
      (attempt) => ended('declined')(attempt) && advised('look up')(attempt),
      ({ title, all }) => say.earlier.test(title) && !say.tryAgain.test(all),
    ],
    [
      'never blame the bank for what the rules, the limits, the network or the service refused',
      (attempt) => !['bank', undefined].includes(refusalOf(attempt)?.by ?? undefined),
      ({ all }) => !say.bank.test(all),
    ],
    [
      'name the bank where it refused',
      (attempt) => ended('declined')(attempt) && refusalOf(attempt)?.by === 'bank',
      ({ reasons }) => say.bank.test(reasons),
    ],
    [
      'send to a supervisor, never to a correction, when the merchant is at fault',
      (attempt) => advised('check merchant')(attempt) && result(attempt) !== 'unlisted',
      ({ next }) => say.merchantSettings.test(next) && !say.correctIt.test(next) && !say.anotherCard.test(next),
    ],
    [
      'never quote a success or an address check as a reason',
      (attempt) => attempt.state !== 'approved',
      ({ reasons }) => !say.quotes.test(reasons),
    ],
    [
      'show the code beside a known reason',
      (attempt) => attempt.resolution === null && (refusalOf(attempt)?.code ?? null) !== null,
      ({ attempt, reasons }) => reasons.includes(refusalOf(attempt)?.code ?? ''),
    ],
    [
      'quote an unknown reason',
      (attempt) =>
        attempt.resolution === null &&
        refusalOf(attempt)?.key === null &&
        attempt.service.text === 'Fondos insuficientes',
      ({ reasons }) => reasons.includes('Fondos insuficientes'),
    ],
  ];
  test.each(rules)('%s', (_rule, applies, holds) => {
    const concerned = tellAll(language).filter(({ attempt }) => applies(attempt));
    expect(concerned.length).toBeGreaterThan(0);
    expect(concerned.filter((one) => !holds(one)).map(({ name, all }) => `${name}: ${all}`)).toEqual([]);
  });

  test('have a next step of its own for each refusal of a refund', () => {
    const steps = ['626', '627', '628', '652'].map(
      (code) => tellAll(language).find(({ attempt }) => refusedWith('refunded', code)(attempt))?.next,
    );
    expect(new Set(steps).size).toBe(4);
  });
});

test('the two languages tell every case apart from the other', () => {
  const spanish = tellAll('es');
  const same = tellAll('en').filter((one, index) => one.title === spanish[index]?.title);
  expect(same.map(({ name }) => name)).toEqual([]);
});

test.each(errorTexts)('the error text “%s” means the same as %s', (text, sameAs) => {
  expect(meaningOfErrorText(text)).toBe(sameAs);
});
