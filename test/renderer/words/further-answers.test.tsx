/** Answers that nobody documented, as the details of their payment tell them, in both languages: the money, no markup, no card. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AttemptFacts } from '#renderer/features/history/attempt-facts.tsx';
import { RawAnswer } from '#renderer/features/history/raw-answer.tsx';
import { NavigationContext, type Navigation } from '#renderer/session/navigation.tsx';
import { SessionContext } from '#renderer/session/session.tsx';
import { OutcomePanel } from '#renderer/ui/outcome/outcome-panel.tsx';
import { formatsOf } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { paymentWords } from '#renderer/words/payment-words.ts';
import type { PaymentWords } from '#renderer/words/payment-tones.ts';
import { allLanguages, type Language } from '#shared/languages.ts';
import { accountOf } from '#shared/ledger/account.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import type { FurtherAnswer } from '#test/fixtures/answers/further-answer.ts';
import { furtherAnswers } from '#test/fixtures/answers/further-answers.ts';
import { recordedAttempt } from '#test/fixtures/answers/read-further.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, now, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { shownSeat } from '#test/fixtures/shown/seat.ts';
import { times } from '#test/support/thorough.ts';

startBothLanguages();

/** The sentence about the money by outcome and operation. Written out here, apart from the program's own table. */
const money = {
  en: {
    doubt:
      /^(We don’t know yet whether it (is held|was charged|was held or charged)\.|The service says that it was processed)/,
    doNot: /Do not (hold or charge it|charge) again\.$/,
    refused:
      /Nothing was (held or )?charged\.$|^Not (held|charged) this time, but an earlier|^Already charged by|^Not charged\. The hold/,
    nothing: /nothing was (held|charged)|was not charged|not charged/i,
    approved: {
      authorize: /^Held\. The card was not charged\.$/,
      sell: /^Charged\.$/,
      capture: /^Charged\.$/,
      void: /^Voided\. Nothing was charged\.$/,
      refund: /^Refunded\.$/,
      recharge: /^Charged\.$/,
    },
    unclear: /^(Held, amount unconfirmed\. The card was not charged|Charged, amount unconfirmed)\.$/,
    again: /try again|another card/i,
  },
  es: {
    doubt:
      /^(Aún no se sabe si (quedó preautorizado|se cobró|quedó preautorizado o se cobró)\.|El servicio dice que ya se procesó)/,
    doNot: /(No lo preautorice ni lo cobre de nuevo|No vuelva a cobrar)\.$/,
    refused:
      /No se (preautorizó ni se )?cobró nada\.$|^Esta vez no se (preautorizó|cobró).*, pero|^Ya cobrado por|^No se cobró\. La preautorización/,
    nothing: /no se (preautorizó|cobró)|ningún cobro/i,
    approved: {
      authorize: /^Preautorizado\. No se hizo ningún cobro\.$/,
      sell: /^Cobrado\.$/,
      capture: /^Cobrado\.$/,
      void: /^Anulado\. No se cobró nada\.$/,
      refund: /^Devuelto\.$/,
      recharge: /^Cobrado\.$/,
    },
    unclear: /^(Preautorizado, monto sin confirmar\. No se hizo ningún cobro|Cobrado, monto sin confirmar)\.$/,
    again: /inténtelo de nuevo|otra tarjeta/i,
  },
} as const;

/** Returns the hosts of the receipts to be offered: that of an approval of family A, unless its row has a link that nobody opens. */
function receiptHosts({ name, family, expected }: FurtherAnswer): readonly string[] {
  if (expected !== 'approved' || family === 'form') return [];
  if (name.endsWith('a receipt, of another port')) return ['pay.example.org:8443'];
  return name.includes('a receipt, ') && !name.endsWith('usual') ? [] : ['pay.example.org'];
}

/** The authorization whose hold the captures are for. */
const held = attemptOf('authorize', 'approved', { id: idOf(900), amount: 1234_50, startedAt: hoursFromNow(-30) });

/** State of the hold after a capture with this answer. */
function holdAfter({ state, service: { code } }: Attempt): HoldState {
  if (state === 'approved' || code === '622') return 'captured';
  if (state === 'unknown') return 'capture-unknown';
  return code === '661' ? 'voided' : 'open';
}

function detailsAfter(attempt: Attempt): ShownAttempt {
  if (attempt.operation === 'capture') {
    const payment = paymentOf(held, holdAfter(attempt), attempt);
    return detailsOf(attempt, { payment, timeline: [held, attempt] });
  }
  const opened = attempt.operation === 'authorize' && attempt.state === 'approved';
  return detailsOf(attempt, opened ? { payment: paymentOf(attempt, 'open') } : {});
}

interface Recorded {
  readonly further: FurtherAnswer;
  readonly details: ShownAttempt;
}

/** Every answer as the program records it. */
const recorded: readonly Recorded[] = await Promise.all(
  furtherAnswers.map(async (further, index) => {
    const attempt = await recordedAttempt(further, index + 1);
    return { further, details: detailsAfter({ ...attempt, startedAt: hoursFromNow(-index / 60) }) };
  }),
);

/** Made once for each language, because formats of dates and amounts cost more than the words. */
const formats = Object.fromEntries(
  allLanguages.map((language) => [language, formatsOf(language, 'America/Panama', () => new Date(now))] as const),
) as Record<Language, ReturnType<typeof formatsOf>>;
const wordsIn = (language: Language, details: ShownAttempt): PaymentWords =>
  paymentWords(i18next.getFixedT(language) as unknown as Translate, formats[language], details, false);

const seat = shownSeat({ role: 'cashier' });

/** Answers whose panels are rendered: every fifth in `npm test`, because rendering costs far more than the words. */
const rendered = recorded.filter((_each, index) => index % times(5, 1) === 0);

/** The panels of their details, rendered at once because the style sheets of the page cost more than one of them. */
const panels = (): readonly string[] =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <NavigationContext value={{} as Navigation}>
          <SessionContext value={{ ...seat, ...seat.session, locks: 0 }}>
            {rendered.map(({ details }) => (
              <div key={details.id}>
                <hr />
                <OutcomePanel attempt={details} words={wordsIn('en', details)} receipts={[]} />
                <AttemptFacts details={details} />
                <RawAnswer text={details.rawAnswer} />
              </div>
            ))}
          </SessionContext>
        </NavigationContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
    .split('<hr/>')
    .slice(1);

const textsOf = (markup: string, pattern: RegExp): readonly string[] =>
  [...markup.matchAll(pattern)].map(([, text = '']) => text);

/** Returns the broken rules of the words for one answer. */
function broken({ further, details }: Recorded, language: Language): readonly string[] {
  const told = wordsIn(language, details);
  const say = money[language];
  const [outcome = ''] = further.expected.split(' ');
  const { title } = told;
  const lines = [...told.reasons, ...(told.next === null ? [] : [told.next])];
  const words = lines.join(' ');
  const ours = words.replace(/[“«].*[”»]/g, '');
  // The headline says it of an amount; the notes beside it are of texts.
  const isUnclear = accountOf(details, false).amountDoubt !== null;
  const rules: readonly (readonly [string, boolean])[] = [
    ['has the tone of its outcome', told.tone === (isUnclear ? 'unknown' : outcome)],
    [
      'has no key, gap or missing value',
      !/undefined|\[object|NaN|(outcomes|service|common|history):[a-z]/.test(
        title + words.replace(details.service.text ?? '—', '').replace(/[“«].*[”»]/g, ''),
      ),
    ],
    ['has no placeholder of ours', !/\{\{/.test(ours)],
    ['quotes no markup', !/<[a-z]/i.test(words)],
    ['ends its sentences', [title, ...lines].every((line) => /[.]$/.test(line))],
    ['is short enough to be read', [title, ...lines].every((line) => line.length < 340)],
  ];
  const byOutcome: readonly (readonly [string, boolean])[] =
    outcome === 'unknown'
      ? [
          ['says that it is not known', say.doubt.test(title)],
          ['says not to charge again', say.doNot.test(title)],
          ['never says that nothing was charged', !say.nothing.test(title + ours)],
          [
            'never asks to try again',
            !say.again.test(words.replace(/[“«].*[”»]|another card than|de otra tarjeta/g, '')),
          ],
        ]
      : outcome === 'approved'
        ? [['says what was done', (isUnclear ? say.unclear : say.approved[further.operation]).test(title)]]
        : [['says that nothing was charged this time', say.refused.test(title)]];
  return [...rules, ...byOutcome].flatMap(([rule, holds]) =>
    holds ? [] : [`${further.name} ${rule}: ${title} ${words}`],
  );
}

test.each(allLanguages)('answers that nobody documented say what became of the money (%s)', (language) => {
  expect(recorded.flatMap((one) => broken(one, language))).toEqual([]);
});

test('the details of answers that nobody documented show receipts and differences, no markup and no card', () => {
  const shown = panels();
  expect(shown).toHaveLength(rendered.length);
  for (const [index, { further, details }] of rendered.entries()) {
    const markup = shown[index] ?? '';
    const receipts = textsOf(markup, /data-reference="receipt"><bdi dir="ltr">([^<]*)/g);
    const notes = (further.differences ?? []).filter((field) => field !== 'amount');
    expect(markup, further.name).toContain(`id="outcome-${details.id}"`);
    expect(receipts, further.name).toEqual(receiptHosts(further));
    expect(textsOf(markup, /(role="note")/g), further.name).toHaveLength(notes.length);
    expect(markup, further.name).not.toMatch(/<(script|iframe|img|a|b|strong)[\s>]|<svg[^>]* onload/i);
    expect(markup, further.name).not.toContain('4059310181757001');
  }
});
