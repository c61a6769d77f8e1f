/** Reports what a provisioning file did: to the console, the log, and in a dialog when it was refused. */
import { provisioningLines, type provision } from '#electron/core/provisioning/provisioning.ts';
import { say } from './dialogs.ts';
import type { Log } from './log.ts';
import type { Words } from './words.ts';

/** @returns whether the file was applied */
export function reportProvisioning(
  applied: Awaited<ReturnType<typeof provision>>,
  { t }: Pick<Words, 't'>,
  log: Log,
): boolean {
  if (!applied.ok) {
    const lines = [...provisioningLines(applied.failure), t('shell:provision.nothingChanged')];
    for (const line of [t('shell:provision.title'), ...lines]) process.stderr.write(`${line}\n`);
    log.warn(`Provisioning failed: ${lines.join('; ')}`);
    say(t('shell:provision.title'), lines.join('\n'));
    return false;
  }
  const { created, updated, operators } = applied.value;
  const count = created.length + updated.length;
  log.info(`Provisioned ${count} merchants`);
  if (operators !== undefined) {
    log.info(`Provisioned operators: ${operators.added.length} added, ${operators.changed.length} changed`);
  }
  process.stdout.write(`${t('shell:provision.applied', { count })}\n`);
  return true;
}
