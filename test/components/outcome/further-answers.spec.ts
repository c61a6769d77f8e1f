/** Answers that nobody documented, as the screens tell them: all of them in History, some as the result of a payment. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { sendPayment } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { accountOf } from '#shared/ledger/account.ts';
import type { FurtherAnswer } from '#test/fixtures/answers/further-answer.ts';
import { furtherAnswers } from '#test/fixtures/answers/further-answers.ts';
import { recordedAttempt } from '#test/fixtures/answers/read-further.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { times } from '#test/support/thorough.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Page } from '@playwright/test';

/** Texts that the details of one attempt show. */
interface Seen {
  readonly id: string;
  readonly title: string;
  readonly tone: string;
  readonly words: readonly string[];
  readonly text: string;
  readonly notes: number;
  readonly receipts: readonly string[];
  /** Elements that only an answer's own markup could have made. */
  readonly foreign: number;
  readonly hacked: boolean;
}

/** Waits for the details of the attempt and reads them in one round trip, because there are hundreds. */
const readDetails = (page: Page, id: string): Promise<Seen> =>
  page.evaluate(async (shownId) => {
    const read = () => {
      const heading = document.getElementById(`outcome-${shownId}`);
      const panel = heading?.closest('section');
      if (heading == null || panel == null) return null;
      const whole = panel.closest('aside') ?? panel;
      const lines = [...(heading.parentElement?.querySelectorAll('p:not([data-moved])') ?? [])].map(
        (line) => line.textContent,
      );
      return {
        id: shownId,
        title: heading.textContent,
        tone: panel.dataset['tone'] ?? '',
        words: lines,
        text: whole.textContent,
        notes: panel.querySelectorAll('[role="note"]').length,
        receipts: [...panel.querySelectorAll('[data-reference="receipt"] bdi')].map((host) => host.textContent),
        foreign: whole.querySelectorAll('script, iframe, img, a, b, svg[onload], strong').length,
        hacked: Reflect.has(window, 'hacked'),
      };
    };
    const { promise, resolve } = Promise.withResolvers<NonNullable<ReturnType<typeof read>>>();
    const look = () => {
      const seen = read();
      if (seen !== null) resolve(seen);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    const seen = await promise;
    observer.disconnect();
    return seen;
  }, id);

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

interface Shown {
  readonly further: FurtherAnswer;
  readonly attempt: Attempt;
  /** The payment with its hold, as the ledger has it after the answer. */
  readonly details: ShownAttempt;
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

/** Returns the broken rules of one answer as it is shown. */
function broken({ further, attempt }: Shown, seen: Seen, language: 'en' | 'es'): readonly string[] {
  const say = money[language];
  const [outcome = ''] = further.expected.split(' ');
  const words = seen.words.join(' ');
  // The headline says it of an amount; the notes beside it are of texts.
  const isUnclear = accountOf(attempt, false).amountDoubt !== null;
  const rules: readonly (readonly [string, boolean])[] = [
    ['is shown for its own row', seen.id === attempt.id],
    ['has the tone of its outcome', seen.tone === (isUnclear ? 'unknown' : outcome)],
    [
      'has no key, gap or missing value',
      !/undefined|\[object|NaN|(outcomes|service|common|history):[a-z]/.test(
        seen.title + words.replace(attempt.service.text ?? '—', '').replace(/[“«].*[”»]/g, ''),
      ),
    ],
    ['has no placeholder of ours', !/\{\{/.test(words.replace(/[“«].*[”»]/g, ''))],
    ['makes no markup', seen.foreign === 0 && !seen.hacked],
    ['quotes no markup', !/<[a-z]/i.test(words)],
    ['keeps the card number', !seen.text.includes('4059310181757001')],
    ['offers the receipt that it may', seen.receipts.join() === receiptHosts(further).join()],
    ['shows each difference', seen.notes === (further.differences ?? []).filter((field) => field !== 'amount').length],
    ['ends its sentences', [seen.title, ...seen.words].every((line) => /[.]$/.test(line))],
    ['is short enough to be read', [seen.title, ...seen.words].every((line) => line.length < 340)],
  ];
  const byOutcome: readonly (readonly [string, boolean])[] =
    outcome === 'unknown'
      ? [
          ['says that it is not known', say.doubt.test(seen.title)],
          ['says not to charge again', say.doNot.test(seen.title)],
          ['never says that nothing was charged', !say.nothing.test(seen.title + words.replace(/[“«].*[”»]/g, ''))],
          [
            'never asks to try again',
            !say.again.test(words.replace(/[“«].*[”»]|another card than|de otra tarjeta/g, '')),
          ],
        ]
      : outcome === 'approved'
        ? [['says what was done', (isUnclear ? say.unclear : say.approved[further.operation]).test(seen.title)]]
        : [['says that nothing was charged this time', say.refused.test(seen.title)]];
  return [...rules, ...byOutcome].flatMap(([rule, holds]) =>
    holds ? [] : [`${further.name} ${rule}: ${seen.title} ${words} ${seen.receipts.join()}`],
  );
}

const shown: readonly Shown[] = await Promise.all(
  furtherAnswers.map(async (further, index) => {
    const attempt = await recordedAttempt(further, index + 1);
    const placed = { ...attempt, startedAt: hoursFromNow(-index / 60) };
    return { further, attempt: placed, details: detailsAfter(placed) };
  }),
);

/** Parts of the list, so that both workers share it. `npm test` tells each third answer. */
const told = shown.filter((_one, index) => index % times(3, 1) === 0);
const parts = [told.filter((_one, index) => index % 2 === 0), told.filter((_one, index) => index % 2 === 1)] as const;

/** Answers of each class for the Charge screen. */
const charged = [
  'json sell: a timeout in words',
  'json authorize: success 1',
  'form sell: Declined with 00',
  'json sell: two statuses, refused last',
  'json sell: 1,234.50',
  'json sell: another name, address and amount',
  'json authorize: a sale for a hold',
  'json authorize: no reference for a hold',
  'json sell: 622',
  'json sell: 3-D Secure alone',
  'form sell: HTML in a decline',
  'json sell: a receipt, with a user part',
];

inOneLook('en', (look) => {
  test.describe(`answers that nobody documented, ${look.language}, ${look.theme}`, () => {
    for (const [number, part] of parts.entries()) {
      test(`say in History what became of the money, part ${String(number + 1)}`, async ({ show, page, main }) => {
        const byId = new Map(part.map(({ details }) => [details.id, details]));
        main.history.search.answers({
          attempts: part.map(({ attempt, details }) => listed(attempt, details.payment)),
          more: false,
        });
        main.history.show.answers(({ id }) => byId.get(id) ?? detailsOf(held));
        await show({ role: 'supervisor', screen: 'history', settings: look });
        await page.getByRole('grid').focus();
        const findings: string[] = [];
        for (const one of part) {
          const seen = await readDetails(page, one.attempt.id);
          findings.push(...broken(one, seen, look.language));
          await page.keyboard.press('ArrowDown');
        }
        expect(findings).toEqual([]);
      });
    }

    test('say it as the result of a payment', async ({ show, page, main }) => {
      const findings: string[] = [];
      for (const name of charged) {
        const one = shown.find(({ further }) => further.name === name);
        if (one === undefined) throw new Error(`there is no answer ${name}`);
        const operation = one.further.operation === 'authorize' ? 'authorize' : 'sell';
        main.payments[operation].answers(one.attempt);
        await show({ role: 'cashier', operatorName: 'Ana', settings: look });
        await sendPayment(page, operation);
        const seen = await readDetails(page, one.attempt.id);
        findings.push(...broken(one, seen, look.language));
      }
      expect(findings).toEqual([]);
    });
  });
});

test('the answers of the Charge screen are of payments by card, each once', () => {
  expect(idOf(1)).toBe(shown[0]?.attempt.id);
  expect(new Set(charged).size).toBe(charged.length);
});
