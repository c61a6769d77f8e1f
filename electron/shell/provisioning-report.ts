/** Reports what a provisioning file did: to the console, the log, and in a dialog when it was refused. */
import { provisioningLines, type ProvisioningOutcome } from '#electron/core/provisioning/provisioning.ts';
import { say } from './dialogs.ts';
import type { Log } from './log.ts';
import type { Words } from './words.ts';

export function reportProvisioning(outcome: ProvisioningOutcome, { t }: Pick<Words, 't'>, log: Log): void {
  switch (outcome.kind) {
    case 'refused': {
      const lines = [...provisioningLines(outcome.issues), t('shell:provision.nothingChanged')];
      for (const line of [t('shell:provision.title'), ...lines]) process.stderr.write(`${line}\n`);
      log.warn(`Provisioning failed: ${lines.join('; ')}`);
      say(t('shell:provision.title'), lines.join('\n'));
      return;
    }
    case 'waits':
      log.info('The provisioning file waits for a supervisor');
      process.stdout.write(`${t('shell:provision.waits')}\n`);
      return;
    case 'applied': {
      const { created, updated, operators } = outcome.report;
      const count = created.length + updated.length;
      log.info(`Provisioned ${count} merchants`);
      if (operators !== undefined) {
        log.info(`Provisioned operators: ${operators.added.length} added, ${operators.changed.length} changed`);
      }
      process.stdout.write(`${t('shell:provision.applied', { count })}\n`);
    }
  }
}
