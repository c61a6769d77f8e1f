/** Updates in the settings of the seat: what each state says, who may act, and the quiet mark beside Settings. */
import { updateFailureReasonSchema, type UpdateState } from '#shared/updates/updates.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';

const at = '2026-11-20T15:00:00.000Z';
const offered = { version: '0.2.0', notes: 'Receipts are printed faster.\nHolds show their age.' };

inOneLook('en', (look, t) => {
  const scene = { role: 'supervisor', operatorName: 'Celia', screen: 'settings', settings: look } as const;
  const tab = { name: t('settings:sections.seat') };

  test('a supervisor looks for updates, sees each state, and restarts', async ({ show, page, main }) => {
    main.updates.state.answers({ kind: 'not-looked' });
    await show(scene);
    await page.getByRole('tab', tab).click();
    const part = page.getByRole('region', { name: t('settings:updates.title') });
    const lookFor = part.getByRole('button', { name: t('settings:updates.look') });
    const restart = part.getByRole('button', { name: t('settings:updates.restart') });
    const becomes = async (state: UpdateState) => {
      main.updates.state.answers(state);
      await main.emit('updates.changed', {});
    };
    main.updates.look.answers({ kind: 'newest', at });
    await main.updates.look.by(lookFor.click());
    await becomes({ kind: 'newest', at });
    await expect(part).toContainText('Up to date.');
    await becomes({ kind: 'found', ...offered });
    await expect(part).toContainText('Version 0.2.0 is available.');
    await becomes({ kind: 'downloading', ...offered, percent: 41 });
    await expect(part).toContainText('41 %');
    await expect(lookFor).toBeDisabled();
    for (const why of updateFailureReasonSchema.options) {
      await becomes({ kind: 'failed', why, at });
      const said = { unreachable: 'could not be reached', install: 'This version goes on' }[why as string];
      await expect(part.getByRole('status')).toContainText(said ?? 'Nothing of it was used.');
    }
    // A supervisor sees by which clock a list has run out.
    await becomes({ kind: 'failed', why: 'expired', at: '2031-01-02T15:00:00.000Z' });
    await expect(part.getByRole('status')).toContainText('2031');
    await expect(restart).toHaveCount(0);
    await becomes({ kind: 'ready', ...offered, atEnd: true });
    await expect(part).toContainText('It is installed when Caja is closed.');
    await part.getByText(t('settings:updates.notes', offered)).click();
    await expect(part.getByText('Holds show their age.')).toBeVisible();
    await expect(page.getByRole('navigation').getByText(t('nav.updateReady'))).toBeAttached();
    main.updates.restart.fails({ kind: 'busy' });
    await restart.click();
    await expect(part).toContainText(t('failures:busy.title'));
  });

  test('a cashier sees the state without buttons', async ({ show, page, main }) => {
    main.updates.state.answers({ kind: 'ready', ...offered, atEnd: false });
    await show({ ...scene, role: 'cashier' });
    await page.getByRole('tab', tab).click();
    const part = page.getByRole('region', { name: t('settings:updates.title') });
    await expect(part.getByRole('status')).toHaveText(t('settings:updates.onRestart', offered));
    await expect(part.getByRole('button')).toHaveCount(0);
  });

  test('a program without updates says why', async ({ show, page, main }) => {
    await show(scene);
    await page.getByRole('tab', tab).click();
    const part = page.getByRole('region', { name: t('settings:updates.title') });
    for (const why of ['no-key', 'not-installed', 'all-users', 'no-address', 'forbidden', 'policy'] as const) {
      main.updates.state.answers({ kind: 'off', why });
      await main.emit('updates.changed', {});
      await expect(part.getByRole('status')).toHaveText(t(`settings:updates.off.${why}`));
      await expect(part.getByRole('button')).toHaveCount(0);
    }
  });
});
