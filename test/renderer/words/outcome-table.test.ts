/**
 * The whole table of words: every outcome of every operation with every known code, cause and family, in both languages,
 * against the question whether the headline says what happened to the money, and whether it is true.
 */
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import { meaningOfErrorText } from '#shared/payments/refusals/error-texts.ts';
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
  const told = () => tellAll(language);
  /** Names of the cases that break a rule. */
  const breaking = (applies: (attempt: Attempt) => boolean, holds: (told: Told) => boolean): readonly string[] => {
    const concerned = told().filter(({ attempt }) => applies(attempt));
    expect(concerned.length).toBeGreaterThan(0);
    return concerned.filter((one) => !holds(one)).map((one) => `${one.name}: ${one.all}`);
  };
  const result = (attempt: Attempt) => operationFacts(attempt.operation).result;
  const ended = (state: Attempt['state']) => (attempt: Attempt) =>
    attempt.state === state && attempt.resolution === null && result(attempt) !== 'unlisted';
  const advised = (advice: string) => (attempt: Attempt) => refusalOf(attempt)?.advice === advice;

  test('are whole sentences without a key, a gap or a missing value', () => {
    expect(
      breaking(
        () => true,
        ({ title, reasons, next, all }) =>
          !/undefined|null|\{\{|NaN|\[object|(outcomes|service|common):[a-z]|\b(title|cause|reason|advice)\.[a-z]/.test(
            all,
          ) &&
          [title, reasons, next].every((part) => part === '' || /^[\p{Lu}¿«“B].*[.]$|^.*(R-1|Portal)$/u.test(part)) &&
          !/\.\.|\s\s|\( \)|\(\)/.test(all),
      ),
    ).toEqual([]);
  });

  test('state the money in the headline', () => {
    expect(
      breaking(
        () => true,
        ({ title }) => say.money.test(title) || /newer|nueva|processed|procesó/.test(title),
      ),
    ).toEqual([]);
  });

  test('never say of an approved hold that the card was charged', () => {
    expect(
      breaking(
        (attempt) => effectiveState(attempt) === 'approved' && result(attempt) === 'held',
        ({ title }) => say.held.test(title) && (!say.charged.test(title) || say.nothingCharged.test(title)),
      ),
    ).toEqual([]);
  });

  test('say of an approved sale or capture that it was charged', () => {
    expect(
      breaking(
        (attempt) => effectiveState(attempt) === 'approved' && ['charged', 'captured'].includes(result(attempt)),
        ({ title }) => say.charged.test(title) && !say.nothingCharged.test(title),
      ),
    ).toEqual([]);
  });

  test('never say of an unknown one that nothing happened, nor invite to send it again', () => {
    expect(
      breaking(
        ended('unknown'),
        ({ title, next, all }) =>
          say.doubt.test(title) &&
          say.doNot.test(title) &&
          !say.nothingCharged.test(title) &&
          !say.tryAgain.test(next) &&
          !say.anotherCard.test(all.replace(/other than|for another card than|de otra tarjeta/g, '')),
      ),
    ).toEqual([]);
  });

  test('say that nothing was charged of what was declined, rejected or not sent, and of a hold that nothing was held', () => {
    const captured = (attempt: Attempt) =>
      operationFacts(attempt.operation).refersTo === 'hold' && refusalOf(attempt)?.key === 'service:code.622';
    for (const state of ['declined', 'rejected', 'not-sent'] as const) {
      expect(
        breaking(
          (attempt) => ended(state)(attempt) && !captured(attempt),
          ({ attempt, title }) =>
            operationFacts(attempt.operation).draft === 'reversal'
              ? say.nothingGivenBack.test(title)
              : say.nothingCharged.test(title) && (result(attempt) !== 'held' || say.nothingHeld.test(title)),
        ),
      ).toEqual([]);
    }
  });

  test('say of a capture refused with 622 that an earlier one charged it, and of 623 and 661 that the hold is gone', () => {
    const captureWith =
      (...codes: readonly string[]) =>
      (attempt: Attempt) =>
        ended('rejected')(attempt) && result(attempt) === 'captured' && codes.includes(attempt.service.code ?? '');
    expect(
      breaking(
        captureWith('622'),
        ({ title, all }) => say.earlier.test(title) && say.charged.test(title) && !say.nothingCharged.test(all),
      ),
    ).toEqual([]);
    expect(breaking(captureWith('623', '661'), ({ title }) => say.gone.test(title))).toEqual([]);
    expect(breaking(captureWith('620', '621', '622', '623', '661'), ({ all }) => !say.holdStays.test(all))).toEqual([]);
  });

  test('say of a void or a refund that its aim was reached before, and of each other refusal its own next step', () => {
    const refusedWith = (effect: string, code: string) => (attempt: Attempt) =>
      ended('rejected')(attempt) && result(attempt) === effect && attempt.service.code === code;
    for (const effect of ['voided', 'refunded'])
      for (const code of ['623', '661'])
        expect(
          breaking(refusedWith(effect, code), ({ title, all }) => say.before.test(title) && !say.tryAgain.test(all)),
        ).toEqual([]);
    const steps = ['626', '627', '628', '652'].map(
      (code) => told().find(({ attempt }) => refusedWith('refunded', code)(attempt))?.next,
    );
    expect(new Set(steps).size).toBe(4);
    expect(breaking(refusedWith('refunded', '652'), ({ next }) => say.never.test(next))).toEqual([]);
    expect(breaking(refusedWith('refunded', '628'), ({ all }) => say.onHold.test(all))).toEqual([]);
  });

  test('say of a repeat that an earlier one may have gone through, and never ask for another card', () => {
    expect(
      breaking(
        (attempt) => ended('declined')(attempt) && advised('look up')(attempt),
        ({ title, all }) => say.earlier.test(title) && !say.tryAgain.test(all),
      ),
    ).toEqual([]);
  });

  test('never blame the bank for what the rules, the limits, the network or the service refused', () => {
    expect(
      breaking(
        (attempt) => !['bank', undefined].includes(refusalOf(attempt)?.by ?? undefined),
        ({ all }) => !say.bank.test(all),
      ),
    ).toEqual([]);
    expect(
      breaking(
        (attempt) => ended('declined')(attempt) && refusalOf(attempt)?.by === 'bank',
        ({ reasons }) => say.bank.test(reasons),
      ),
    ).toEqual([]);
  });

  test('send to a supervisor, never to a correction, when the merchant is at fault', () => {
    expect(
      breaking(
        (attempt) =>
          refusalOf(attempt) !== null && advised('check merchant')(attempt) && result(attempt) !== 'unlisted',
        ({ next }) => say.merchantSettings.test(next) && !say.correctIt.test(next) && !say.anotherCard.test(next),
      ),
    ).toEqual([]);
  });

  test('never quote a success or an address check as a reason', () => {
    expect(
      breaking(
        (attempt) => attempt.state !== 'approved',
        ({ reasons }) => !say.quotes.test(reasons),
      ),
    ).toEqual([]);
  });

  test('show the code beside a known reason, and quote an unknown one', () => {
    expect(
      breaking(
        (attempt) => attempt.resolution === null && (refusalOf(attempt)?.code ?? null) !== null,
        ({ attempt, reasons }) => reasons.includes(refusalOf(attempt)?.code ?? ''),
      ),
    ).toEqual([]);
    expect(
      breaking(
        (attempt) =>
          attempt.resolution === null &&
          refusalOf(attempt)?.key === null &&
          attempt.service.text === 'Fondos insuficientes',
        ({ reasons }) => reasons.includes('Fondos insuficientes'),
      ),
    ).toEqual([]);
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
