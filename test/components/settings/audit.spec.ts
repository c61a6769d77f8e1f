/** Settings: the audit trail in each state of its check and its list, its filters, its export, and the way to it from the banner. */
import { doneWork, shownWork } from '#test/fixtures/shown/works.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { hoursFromNow, idOf } from '#test/fixtures/shown/attempts.ts';
import type { TrailReport } from '#shared/ledger/trail.ts';
import type { LedgerDeed, LedgerEvent } from '#shared/audit/ledger-events.ts';

const whole: TrailReport = { checkedAt: hoursFromNow(-2), links: 4_312, chains: 3, breaks: 0, first: null };
const broken: TrailReport = {
  ...whole,
  breaks: 2,
  first: { kind: 'missing', seat: 'Front desk 2', link: 1_204, at: hoursFromNow(-30), subjectId: null },
};

const deeds: readonly LedgerDeed[] = [
  { kind: 'override', attemptId: idOf(9), reason: 'A second drill' },
  {
    kind: 'merchant-saved',
    name: 'Bakery',
    environment: 'production',
    added: false,
    origin: 'https://pay.example.com',
    changed: ['baseUrl', 'taxRates', 'families'],
    secrets: ['apiKey'],
  },
  {
    kind: 'operators-provisioned',
    added: Array.from({ length: 300 }, (_each, number) => `Operator ${number}`),
    changed: [],
  },
  { kind: 'seat-changed', changed: ['theme', 'seat'], seat: 'Front desk 2' },
  { kind: 'exported', what: 'history', rows: 1_250, file: '/home/celia/caja-history-2026-11-20.csv' },
  { kind: 'sign-in-failed', name: 'Ana', why: 'wrong-passcode' },
  { kind: 'locked', why: 'idle' },
  { kind: 'server-accepted', missing: 2, awaited: ['Hotel desk'] },
  { kind: 'left-out', counts: { locked: 3, 'vault-unlocked': 1 }, until: hoursFromNow(-1) },
  { kind: 'program-started', version: '0.2.0', system: 'Windows_NT 10.0.26100' },
];
const events: readonly LedgerEvent[] = deeds.map((deed, index) => ({
  id: idOf(index + 1),
  at: hoursFromNow(-1 - index),
  operatorName: 'Celia',
  seat: 'Front desk 2',
  deed,
}));

inOneLook('es', (look, t) => {
  const scene = { role: 'supervisor', screen: 'settings', settings: look } as const;
  const tab = { name: t('settings:sections.audit') };
  const checkNow = { name: t('audit:check.run') };

  test.describe(`the audit trail, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => {
      main.ledger.events.answers({ events: [...events], more: false });
      main.ledger.eventOperators.answers(['Ana', 'Celia']);
    });

    test('has its export beside its words in a narrow window @thorough', async ({ show, page }) => {
      await page.setViewportSize({ width: 1093, height: 614 });
      await show({ ...scene, ledger: { trail: whole } });
      await page.getByRole('tab', tab).click();
      const words = await page.getByText(t('audit:intro')).boundingBox();
      const button = await page.getByRole('button', { name: t('history:export.label') }).boundingBox();
      expect((button?.y ?? 999) < (words?.y ?? 0) + (words?.height ?? 0)).toBe(true);
    });

    test('lists time, operator, seat and sentence of each, and leads to a payment', async ({ show, page, main }) => {
      await show({ ...scene, ledger: { trail: whole } });
      await page.getByRole('tab', tab).click();
      const table = page.getByRole('table', { name: t('audit:list.label') });
      await expect(table.getByRole('row')).toHaveCount(deeds.length + 1);
      await expect(table).toContainText('A second drill');
      // One line each, so that a screen shows as many entries as it can.
      for (const cell of await table.getByRole('row').nth(1).getByRole('cell').all())
        expect((await cell.boundingBox())?.height, (await cell.textContent()) ?? '').toBeLessThan(48);
      const merchant = table.getByRole('row').nth(2);
      for (const label of ['baseUrl', 'taxRates', 'authorizeFamily', 'sellFamily', 'apiKey'] as const) {
        await expect(merchant).toContainText(t(`settings:fields.${label}`));
      }
      await expect(merchant).toContainText('https://pay.example.com');
      const long = table.getByRole('row').nth(3);
      await expect(long).not.toContainText('Operator 299', { useInnerText: true });
      await long.getByText('Operator 0,').first().click();
      await expect(long).toContainText('Operator 299', { useInnerText: true });
      await expect(table).toContainText(t('settings:seat.choices.theme.label'));
      await expect(table).toContainText(t('audit:deed.serverAcceptedMissing', { count: 2 }));
      await expect(table).not.toContainText(/baseUrl|taxRates|apiKey|vault-unlocked/);
      // Below its sentence, the way to the payment begins where the sentence does.
      await page.setViewportSize({ width: 640, height: 360 });
      const lefts = await table
        .getByRole('row')
        .nth(1)
        .getByRole('cell')
        .last()
        .evaluate((cell) => {
          const sentence = document.createRange();
          sentence.selectNode(cell.firstChild ?? cell);
          return [sentence, cell.querySelector('button')].map((part) => part?.getBoundingClientRect().left);
        });
      expect(lefts[1]).toBeCloseTo(lefts[0] ?? 0, 0);
      main.history.search.waits();
      main.history.show.waits();
      await main.history.show.by(
        table
          .getByRole('button', { name: t('audit:list.payment') })
          .first()
          .click(),
      );
    });

    test('says that nothing is missing, also beside a check that failed', async ({ show, page, main }) => {
      main.ledger.checkTrail.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      await show({ ...scene, ledger: { trail: whole } });
      await page.getByRole('tab', tab).click();
      const state = page.getByRole('tabpanel').getByRole('status').filter({ hasText: /\S/ });
      await expect(state).toContainText(/4[,.]312/);
      await expect(page.getByRole('button', { name: t('banners:trailSee') })).toBeHidden();
      await page.getByRole('button', checkNow).click();
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.disconnected') })).toBeVisible();
      await expect(state).toContainText(/4[,.]312/);
    });

    test('is led to from any screen when changed by hand, with its first broken link', async ({ show, page }) => {
      await show({ ...scene, screen: 'charge', ledger: { trail: broken } });
      const banner = page.getByRole('status').filter({ hasText: t('banners:trail') });
      await expect(banner).toContainText('Front desk 2');
      await expect(banner).toContainText(/1[,.]204/);
      await expect(banner).toContainText(t('audit:check.kinds.missing'));
      await banner.getByRole('button', { name: t('banners:trailSee') }).click();
      await expect(page.getByRole('tab', tab)).toHaveAttribute('aria-selected', 'true');
      const state = page.getByRole('tabpanel').getByRole('status').filter({ hasText: /\S/ });
      await expect(state).toContainText(t('audit:check.kinds.missing'));
      await expect(state).toContainText(t('audit:check.next'));
      // From another section of Settings as well.
      await page.getByRole('tab', { name: t('settings:sections.seat') }).click();
      await banner.getByRole('button', { name: t('banners:trailSee') }).click();
      await expect(page.getByRole('tab', tab)).toHaveAttribute('aria-selected', 'true');
    });

    test('asks about a seat that is not known, and admits it', async ({ show, page, main }) => {
      const signer = 'A'.repeat(43);
      const first = { ...broken.first, kind: 'stranger', seat: 'Bar', link: 1, signer } as const;
      await show({ ...scene, ledger: { trail: { ...broken, first: { ...first, at: null, subjectId: null } } } });
      await expect(page.getByText(t('banners:trail'), { exact: true })).toBeHidden();
      const banner = page.getByRole('status').filter({ hasText: t('banners:stranger') });
      await banner.getByRole('button', { name: t('banners:trailSee') }).click();
      const admit = page.getByRole('button', { name: t('audit:check.admit', { seat: 'Bar' }) });
      main.ledger.admitSeat.fails({ kind: 'vault', reason: 'locked' });
      await admit.click();
      await expect(page.getByRole('tabpanel')).toContainText(t('failures:vault.locked'));
      main.ledger.admitSeat.answers({ seat: 'Bar' });
      main.ledger.checkTrail.answers({ ...whole, checkedAt: hoursFromNow(-1) });
      const [asked] = await Promise.all([
        main.ledger.admitSeat.expect(),
        main.ledger.checkTrail.expect(),
        admit.click(),
      ]);
      expect(asked).toEqual({ signer });
      await expect(admit).toBeHidden();
    });

    test('is for supervisors alone', async ({ show, page }) => {
      await show({ ...scene, role: 'back-office', ledger: { trail: broken } });
      await expect(page.getByRole('status').filter({ hasText: t('banners:trail') })).toBeHidden();
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('tab', tab)).toHaveCount(0);
      await expect(page.getByRole('button', checkNow)).toBeHidden();
    });

    test('is checked by keyboard, says so meanwhile, and names a changed payment', async ({ show, page, main }) => {
      const pending = main.ledger.checkTrail.waits();
      await show(scene);
      await page.getByRole('tab', tab).click();
      const state = page.getByRole('tabpanel').getByRole('status').filter({ hasText: /\S/ });
      await expect(state).toContainText(t('audit:check.never'));
      await page.getByRole('button', checkNow).focus();
      await main.ledger.checkTrail.by(page.keyboard.press('Enter'));
      await main.emit('work.progress', [shownWork('check-trail', { step: { done: 2_000, total: 4_000 } })]);
      await expect(page.getByRole('tabpanel').getByText(t('audit:check.running'))).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
      await main.emit('work.progress', []);
      const first = { kind: 'payment-differs', seat: 'Till 1', link: 7, at: null, subjectId: idOf(4) } as const;
      pending.answers({ ...broken, breaks: 1, first });
      await expect(state).toContainText(t('audit:check.kinds.payment-differs'));
      main.history.search.waits();
      main.history.show.waits();
      const shown = await main.history.show.by(state.getByRole('button', { name: t('audit:list.payment') }).click());
      expect(shown).toEqual({ id: idOf(4) });
    });

    test('is filtered by kind, operator and days, and read page by page', async ({ show, page, main }) => {
      main.ledger.events.answers({ events: [...events], more: true });
      await show(scene);
      await page.getByRole('tab', tab).click();
      const panel = page.getByRole('tabpanel');
      const next = await main.ledger.events.by(panel.getByRole('button', { name: t('action.showMore') }).click());
      expect(next).toMatchObject({ after: events.at(-1)?.id, kinds: null });
      main.ledger.events.answers({ events: [], more: false });
      const ofKind = await main.ledger.events.by(
        panel.getByRole('combobox', { name: t('label.kind') }).selectOption('operators'),
      );
      expect(ofKind).toMatchObject({
        after: null,
        kinds: [
          'operator-added',
          'operator-changed',
          'operator-passcode',
          'operators-provisioned',
          'operators-adopted',
          'operators-put-back',
        ],
      });
      await expect(panel.getByText(t('audit:list.noneTitle'))).toBeVisible();
      await panel.getByRole('combobox', { name: t('audit:list.who') }).selectOption('Ana');
      await panel.getByRole('textbox', { name: t('dates:from') }).fill('2026-11-19');
      await panel.getByRole('textbox', { name: t('dates:until') }).fill('2026-11-18');
      await expect(panel.getByText(t('dates:backwards'))).toBeVisible();
      const ofDay = await main.ledger.events.by(
        panel.getByRole('textbox', { name: t('dates:until') }).fill('2026-11-19'),
      );
      // Days of the seat in Panama.
      expect(ofDay).toMatchObject({
        operatorName: 'Ana',
        from: '2026-11-19T05:00:00.000Z',
        until: '2026-11-20T05:00:00.000Z',
      });
      await panel.getByRole('button', { name: t('audit:filter.clear') }).press('Enter');
      await expect(panel.getByRole('combobox', { name: t('label.kind') })).toBeFocused();
      await expect(panel.getByRole('combobox', { name: t('label.kind') })).toHaveValue('');
    });

    test('is empty at first, and says so', async ({ show, page, main }) => {
      main.ledger.events.answers({ events: [], more: false });
      await show(scene);
      await page.getByRole('tab', tab).click();
      await expect(page.getByText(t('audit:list.none'))).toBeVisible();
    });

    test('says that it is being read, or why it can’t be, and is read again', async ({ show, page, main }) => {
      const pending = main.ledger.events.waits();
      await show(scene);
      await page.getByRole('tab', tab).click();
      await page.clock.runFor(400);
      await expect(page.getByRole('status').filter({ hasText: t('wait.loading') })).toBeVisible();
      pending.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      const alert = page.getByRole('alert').filter({ hasText: t('failures:ledger.disconnected') });
      await expect(alert).toBeVisible();
      main.ledger.events.answers({ events: [...events], more: false });
      await alert.getByRole('button', { name: t('action.tryAgain') }).click();
      await expect(page.getByRole('table', { name: t('audit:list.label') })).toContainText('A second drill');
    });

    test('is exported to a file, which is named', async ({ show, page, main }) => {
      main.ledger.exportTrail.waits();
      await show(scene);
      await page.getByRole('tab', tab).click();
      await page
        .getByRole('tabpanel')
        .getByRole('button', { name: t('history:export.label') })
        .click();
      const asked = await main.ledger.exportTrail.by(
        page.getByRole('menuitem', { name: t('history:export.csv') }).click(),
      );
      expect(asked).toEqual({ format: 'csv' });
      await main.emit('work.progress', [doneWork('export-trail', { count: 9_000, file: '/home/celia/trail.csv' })]);
      await expect(page.getByText(t('work:done.export-trail', { count: 9_000, path: 'trail.csv' }))).toBeVisible();
    });
  });
});
