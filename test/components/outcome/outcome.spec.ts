/** The result of a payment beside its words: buttons that follow the advice, earlier payments, loud notes, the receipt. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { sendPayment } from '#test/components/stage/keyed-form.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import type { Page } from '@playwright/test';
import { expect, test, type Scene } from '#test/components/stage/test.ts';
import {
  attempt,
  attemptOf,
  detailsOf,
  hoursFromNow,
  idOf,
  listed,
  resolvedAs,
} from '#test/fixtures/shown/attempts.ts';
import { customerName, type Attempt } from '#shared/payments/attempt.ts';
import { cardWords } from '#shared/words/card-words.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';

const refused = (state: 'declined' | 'rejected', code: string, change: Partial<Attempt> = {}): Attempt =>
  attemptOf('sell', state, {
    service: { code, text: 'Success', authStatus: null, serverTime: null, httpStatus: 200 },
    ...change,
  });
const resolution = resolvedAs('declined');

/** Shows the attempt in History. */
function record(main: MockedMain, shown: Attempt): void {
  main.history.search.answers({ attempts: [listed(shown)], more: false });
  main.history.show.answers(detailsOf(shown));
}

inOneLook('en', (look, t) => {
  const charge = { role: 'cashier', operatorName: 'Ana', settings: look } as const;
  const history = { role: 'supervisor', screen: 'history', settings: look } as const;
  /** Shows a payment of the history once its receipt can be printed. */
  async function showReceiptOf(show: (scene: Scene) => Promise<void>, page: Page, main: MockedMain, shown: Attempt) {
    record(main, shown);
    await show(history);
    await page.getByRole('button', { name: t('printing:receipt') }).waitFor();
  }

  test.describe(`the result beside its words, ${look.language}, ${look.theme}`, () => {
    test('a repeat shows and opens the earlier payments, and asks for no other card', async ({ show, page, main }) => {
      const earlier = attempt({ id: idOf(2), startedAt: hoursFromNow(-0.1) });
      const others = [attempt({ id: idOf(3), amount: 5_00 }), attemptOf('capture', 'approved', { id: idOf(4) })];
      main.payments.sell.answers(refused('declined', '612'));
      main.history.search.answers({ attempts: [earlier, ...others].map((each) => listed(each)), more: false });
      main.history.show.answers(detailsOf(earlier));
      await show(charge);
      const asked = await main.history.search.by(sendPayment(page));
      expect(asked).toMatchObject({ text: '7001', merchantId: 'training', until: '2026-11-21T14:55:00.000Z' });
      const title = t('outcomes:declined.repeat.charged');
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
      await expect(page.getByRole('button', { name: t('charge:result.anotherCard') })).toBeHidden();
      await expect(page.getByRole('button', { name: t('charge:review.back') })).toBeHidden();
      const list = page.getByRole('region', { name: t('charge:duplicate.earlier') });
      await expect(list.getByRole('button')).toHaveCount(1);
      await list.getByRole('button').click();
      await expect(page.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeVisible();
    });

    test('a repeat says that no earlier payment is on the record', async ({ show, page, main }) => {
      main.payments.sell.answers(refused('declined', '612'));
      main.history.search.answers({ attempts: [], more: false });
      await show(charge);
      await sendPayment(page);
      await expect(page.getByText(t('outcomes:earlier.none'))).toBeVisible();
    });

    test('a wrong merchant code leads back to the form, and asks for no correction', async ({ show, page, main }) => {
      main.payments.sell.answers(refused('rejected', '600'));
      await show(charge);
      await sendPayment(page);
      await expect(page.getByText(t('outcomes:advice.check merchant'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('charge:result.correct') })).toBeHidden();
      await expect(page.getByRole('button', { name: t('charge:review.back') })).toBeVisible();
    });

    test('an approval says what was answered otherwise, and what a statement says', async ({ show, page, main }) => {
      const differences = [
        { field: 'amount', answered: '1,213.22' },
        { field: 'name', answered: 'JOHN DOE' },
      ] as const;
      record(main, attempt({ differences, statementDescriptor: 'PF*”SOL' }));
      await show(history);
      const notes = page.getByRole('note');
      await expect(notes).toHaveCount(1);
      await expect(notes).toContainText('María José Castillero');
      await expect(notes).toContainText('JOHN DOE');
      const panel = page.getByRole('region', { name: t('outcomes:amount.title.charged') });
      await expect(panel).toContainText('B/.\u00a0120.00');
      await expect(panel).toContainText('1,213.22');
      await expect(page.getByText(t('outcomes:statement', { text: 'PF*’SOL' }))).toBeVisible();
    });

    test('an answer against a resolution is loud, open or settled', async ({ show, page, main }) => {
      const contradiction = { answered: 'approved', resolution } as const;
      const against = { state: 'unknown', unknownCause: 'contradicted-resolution', contradiction } as const;
      record(main, attempt({ ...against, resolution: null }));
      await show(history);
      const note = page.getByRole('note').filter({ hasText: t('outcomes:contradiction.title') });
      for (const state of ['open', 'settled'] as const) {
        record(main, attempt({ ...against, resolution: state === 'settled' ? resolvedAs('approved') : null }));
        await main.emit('history.changed', { attemptIds: null });
        await expect(note).toContainText(t(`outcomes:contradiction.${state}`));
        await expect(note).toContainText('Celia');
        await expect(note).toContainText(t('outcomes:contradiction.said.declined'));
        await expect(note).toContainText(t('outcomes:contradiction.said.approved.charged'));
      }
    });

    test('a page of 3-D Secure shows its host and a link to copy, and opens nothing', async ({ show, page, main }) => {
      const challengeUrl = 'https://3ds.example.org:8443/challenge?id=1';
      const waiting = attemptOf('sell', 'unknown', { unknownCause: 'three-d-secure', challengeUrl });
      record(main, waiting);
      await show(history);
      await expect(page.getByText(t('outcomes:unknown.nextThreeDPage'))).toBeVisible();
      await expect(page.getByText('3ds.example.org:8443', { exact: true })).toBeVisible();
      await expect(page.getByText(challengeUrl, { exact: true })).toBeVisible();
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: (text: string) => Promise.resolve(void (document.title = text)) },
        });
      });
      const what = t('outcomes:challenge.link').toLocaleLowerCase();
      await page.getByRole('button', { name: t('action.copy', { what }) }).click();
      await expect(page).toHaveTitle(challengeUrl);
      await expect(page.getByRole('link')).toHaveCount(0);
    });

    test('the receipt of another host opens only after the host was confirmed', async ({ show, page, main }) => {
      main.history.openReceipt.answers(undefined);
      record(
        main,
        attempt({ environment: 'test', merchantId: 'esquina', receiptUrl: 'https://receipts.example.org/r/1' }),
      );
      await show({ ...history, environment: 'test' });
      await expect(page.getByText('receipts.example.org')).toBeHidden();
      await page.getByText(t('outcomes:references')).click();
      await expect(page.getByText('receipts.example.org')).toBeVisible();
      await page.getByRole('button', { name: t('outcomes:receipt') }).click();
      const dialog = page.getByRole('dialog', { name: t('outcomes:receiptLink.title') });
      await expect(dialog).toContainText('receipts.example.org');
      expect(main.history.openReceipt.inputs).toEqual([]);
      const open = dialog.getByRole('button', { name: t('outcomes:receiptLink.open') });
      await main.history.openReceipt.by(open.click());
      await expect(dialog).toBeHidden();
    });

    test('the receipt is printed on chosen paper, saved, or copied as link or text', async ({ show, page, main }) => {
      const own = attempt({ environment: 'test', merchantId: 'esquina', receiptUrl: 'https://localhost:8443/r/1' });
      record(main, own);
      main.seat.save.answers(aSeat());
      main.paper.print.answers({ printed: true });
      const file = main.paper.savePdf.waits();
      await show({ ...history, environment: 'test' });
      await page.getByRole('button', { name: t('printing:receipt') }).waitFor();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option').filter({ hasText: t('printing:receipt') })).toHaveText(/F4.*Ctrl\+P/);
      await page.keyboard.press('Escape');
      await page.keyboard.press('F4');
      const dialog = page.getByRole('dialog', { name: t('printing:title.receipt') });
      await expect(dialog).toContainText(`${customerName(own)} · ${cardWords(t, own.card)}`);
      await dialog.getByText(t('printing:papers.roll-58')).click();
      await dialog.getByText(t('printing:copy.both')).click();
      const [, , saved] = await Promise.all([
        dialog.getByRole('button', { name: t('printing:pdf') }).click(),
        main.seat.save.expect(
          ({ receiptPaper, receiptCopies: copies }) => `${receiptPaper} ${copies}` === 'roll-58 both',
        ),
        main.paper.savePdf.expect(),
      ]);
      const document = { kind: 'receipt', attemptId: own.id, size: 'roll-58', copies: 'both' };
      expect(saved).toEqual({ document, language: look.language });
      await expect(dialog.getByRole('button', { name: t('printing:print') })).toBeDisabled();
      file.answers({ path: '/home/ana/recibo.pdf', rows: 1 });
      await expect(dialog.getByText(t('printing:saved', { path: '/home/ana/recibo.pdf' }))).toBeVisible();
      await expect(dialog.getByRole('button', { name: t('printing:print') })).toBeFocused();
      main.paper.showFile.answers(undefined);
      await main.paper.showFile.by(dialog.getByRole('button', { name: t('work:show') }).click());
      for (const form of ['link', 'text'] as const) {
        main.paper.copy.answers({ copied: form });
        const copied = await main.paper.copy.by(
          dialog.getByRole('button', { name: t(form === 'link' ? 'printing:copyLink' : 'printing:copyText') }).click(),
        );
        expect(copied).toEqual({ attemptId: own.id, as: form, language: look.language });
        await expect(dialog.getByText(t(`printing:${form}Copied`))).toBeVisible();
      }
      const printed = await main.paper.print.by(page.keyboard.press('ControlOrMeta+P'));
      expect(printed).toEqual({ document, language: look.language });
      await expect(dialog).toBeHidden();
    });

    test('the receipt says what became of a key that copied or saved it', async ({ show, page, main }) => {
      record(main, attempt());
      main.paper.savePdf.answers({ path: '/home/ana/recibo.pdf', rows: 1 });
      main.paper.copy.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      await show(history);
      const details = page.getByRole('complementary');
      await details.getByRole('button', { name: t('printing:receipt') }).waitFor();
      await page.keyboard.press('Control+Shift+P');
      await expect(details.getByText(t('printing:saved', { path: '/home/ana/recibo.pdf' }))).toBeVisible();
      await page.keyboard.press('Control+Shift+C');
      const alert = details.getByRole('alert').filter({ hasText: t('failures:ledger.disconnected') });
      await expect(alert).toBeVisible();
      // It stands beside a payment that was sent.
      await expect(alert).toContainText(t('failures:ledger.giving'));
      main.paper.copy.answers({ copied: 'text' });
      await page.keyboard.press('Control+Shift+C');
      await expect(details.getByText(t('printing:textCopied'))).toBeVisible();
      await expect(alert).toBeHidden();
    });

    test('the receipt says that it failed: beside its buttons, and above the screen once its dialog is closed', async ({
      show,
      page,
      main,
    }) => {
      record(main, attempt({ email: '' }));
      const away = { kind: 'ledger', reason: 'disconnected', detail: '' } as const;
      main.paper.copy.fails(away);
      main.paper.send.fails(away);
      main.paper.savePdf.fails({ kind: 'file', doing: 'write', detail: 'ENOSPC: no space left on device' });
      await show(history);
      await page.getByRole('button', { name: t('printing:receipt') }).waitFor();
      const dialog = page.getByRole('dialog', { name: t('printing:title.receipt') });
      const button = (name: string) => dialog.getByRole('button', { name });
      const told = page
        .getByRole('status')
        .filter({ hasText: t('banners:failedAct.print', { document: t('banners:document.receipt') }) });
      await page.keyboard.press('F4');
      await button(t('printing:copyText')).click();
      await button(t('printing:whatsapp.open')).click();
      await button(t('printing:pdf')).click();
      await expect(dialog.getByRole('alert')).toHaveCount(3);
      for (const name of ['print', 'pdf'] as const)
        await expect(button(t(`printing:${name}`))).toBeInViewport({ ratio: 1 });
      // The banner repeats no failure that the dialog has shown.
      await page.keyboard.press('Escape');
      await expect(page.getByText(t('failures:file.full'))).toHaveCount(0);
      const printer = main.paper.print.waits();
      await page.keyboard.press('F4');
      await main.paper.print.by(button(t('printing:print')).click());
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      printer.fails({ kind: 'not-printed', detail: 'Printer is offline' });
      await expect(told).toContainText('Printer is offline');
      await told.getByRole('button', { name: t('action.close') }).click();
      await expect(told).toHaveCount(0);
    });

    test('the receipt is not printed by the menu’s key below another dialog', async ({ show, page, main }) => {
      await showReceiptOf(show, page, main, attempt());
      const paper = page.getByRole('dialog', { name: t('printing:title.receipt') });
      await page.keyboard.press('F1');
      await page.getByRole('dialog', { name: t('help:title') }).waitFor();
      await main.emit('menu.command', { command: 'print', byKey: true });
      await expect(paper).toHaveCount(0);
      await page.keyboard.press('Escape');
      await main.emit('menu.command', { command: 'print', byKey: true });
      await expect(paper).toBeVisible();
    });

    test('the buttons of the receipt cover the choices that scroll under them at 300 %', async ({
      show,
      page,
      main,
    }) => {
      await showReceiptOf(show, page, main, attempt());
      await page.keyboard.press('F4');
      const dialog = page.getByRole('dialog', { name: t('printing:title.receipt') });
      const print = dialog.getByRole('button', { name: t('printing:print') });
      await expect(print).toBeFocused();
      await page.setViewportSize({ width: 427, height: 240 });
      const onTop = await dialog.getByText('English').evaluate((choice) => {
        const end = document.activeElement?.parentElement ?? choice;
        const scrolling = choice.closest('[role="dialog"]') ?? choice;
        scrolling.scrollBy(0, choice.getBoundingClientRect().top - end.getBoundingClientRect().top - 12);
        const { left, top, width, height } = choice.getBoundingClientRect();
        return end.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(onTop).toBe(true);
      await page.setViewportSize({ width: 1280, height: 720 });
    });

    test('the receipt is opened as a message, or says why it can’t be', async ({ show, page, main }) => {
      await showReceiptOf(show, page, main, attempt({ email: '' }));
      await page.keyboard.press('F4');
      const dialog = page.getByRole('dialog', { name: t('printing:title.receipt') });
      const mail = dialog.getByRole('button', { name: t('printing:mail.open') });
      await expect(mail).toBeDisabled();
      await expect(mail).toHaveAccessibleDescription(t('printing:mail.noAddress'));
      const whatsApp = dialog.getByRole('button', { name: t('printing:whatsapp.open') });
      main.paper.send.answers({ opened: false, to: '+5076…36' });
      const order = await main.paper.send.by(whatsApp.click());
      expect(order).toEqual({ attemptId: attempt().id, by: 'whatsapp', language: look.language });
      await expect(dialog.getByRole('alert')).toHaveText(t('printing:whatsapp.noProgram'));
      main.paper.send.answers({ opened: true, to: '+5076…36' });
      await main.paper.send.by(whatsApp.click());
      await expect(dialog.getByRole('status')).toContainText([t('printing:whatsapp.opened', { to: '+5076…36' })]);
      await expect(dialog.getByRole('alert')).toHaveCount(0);
    });

    test('the service’s own receipt opens at once, and a decline has none', async ({ show, page, main }) => {
      main.history.openReceipt.answers(undefined);
      const own = { environment: 'test', merchantId: 'esquina', receiptUrl: 'https://localhost:8443/r/1' } as const;
      record(main, attempt(own));
      await show({ ...history, environment: 'test' });
      const button = page.getByRole('button', { name: t('outcomes:receipt') });
      await main.history.openReceipt.by(button.click());
      record(main, attemptOf('sell', 'declined', own));
      await main.emit('history.changed', { attemptIds: null });
      await expect(button).toBeHidden();
    });
  });
});
