/** The dialog of a provisioning file that needs a supervisor, on a seat where nobody is signed in and on one at work. */
import { accessibilityFindings } from '#test/components/stage/accessibility.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';

const waiting = {
  file: 'seats.json',
  since: '2026-11-21T15:00:00.000Z',
  changes: [
    { kind: 'operators', names: ['Rosa', 'Beto'] },
    { kind: 'merchant', name: 'Ferretería La Esquina', what: 'address', origin: 'https://pagos.example.com' },
    { kind: 'ledger', host: 'registro.example.com' },
  ],
  issues: [],
} as const;

inOneLook('en', (look, t) => {
  test.describe(`a provisioning file that waits, ${look.language}, ${look.theme}`, () => {
    test('says what it would change, and is allowed with a passcode by keyboard', async ({ show, page, main }) => {
      await show({ settings: look, access: { kind: 'signed-out', names: ['Ana'] } });
      main.seat.waitingProvisioning.answers(waiting);
      await main.emit('session.changed', { anew: false });
      const dialog = page.getByRole('dialog', { name: t('signIn:provisioning.title') });
      await expect(dialog).toContainText(t('signIn:provisioning.operators', { names: 'Rosa, Beto' }));
      await expect(dialog).toContainText('https://pagos.example.com');
      await expect(dialog).toContainText('registro.example.com');
      expect(await accessibilityFindings(page)).toEqual([]);
      await expect(dialog.getByLabel(t('role.supervisor'))).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(t('signIn:required'))).toHaveCount(2);
      await page.keyboard.type('Rosa');
      await page.keyboard.press('Tab');
      await page.keyboard.type('quiet harbour');
      main.seat.allowProvisioning.fails({ kind: 'wrong-passcode', left: 4 });
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toContainText(t('signIn:wrong.left', { count: 4, name: 'Rosa' }));
      await expect(dialog.getByLabel(t('signIn:passcode'))).toBeFocused();
      await page.keyboard.type('calm harbour');
      main.seat.allowProvisioning.answers(null);
      const keyed = await main.seat.allowProvisioning.by(page.keyboard.press('Enter'));
      expect(keyed).toEqual({ name: 'Rosa', passcode: 'calm harbour', since: waiting.since });
      main.seat.waitingProvisioning.answers(null);
      await main.emit('session.changed', { anew: false });
      await expect(dialog).toBeHidden();
    });

    test('is dismissed with Escape, and lists what is wrong with it', async ({ show, page, main }) => {
      await show({ settings: look, role: 'supervisor' });
      const issue = 'merchants[0].baseUrl: must be an address';
      main.seat.waitingProvisioning.answers({ ...waiting, issues: [issue] });
      await main.emit('seat.provisioning', {});
      await expect(page.getByRole('alert').filter({ hasText: issue })).toBeVisible();
      main.seat.dismissProvisioning.answers(undefined);
      await main.seat.dismissProvisioning.by(page.keyboard.press('Escape'));
    });
  });
});
