/** The connection check: each step to the service with its time and one sentence. Sends no transaction. */
import { Stack } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconCircleXFilled,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { CheckResult, ConnectionReport } from '#shared/seat/connection-check.ts';
import { useAction } from '#renderer/session/api.ts';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { Elapsed } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { bringIntoView, NamedValues, TableHead } from '#renderer/ui/parts.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from './merchants.module.css';
import common from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

const icons = {
  passed: { Icon: IconCircleCheckFilled, color: 'var(--approved)' },
  warning: { Icon: IconAlertTriangleFilled, color: 'var(--unknown)' },
  failed: { Icon: IconCircleXFilled, color: 'var(--declined)' },
  skipped: { Icon: IconCircleMinus, color: 'var(--ink-faint)' },
};

export function ConnectionCheck({
  merchantId,
  unsaved,
}: {
  readonly merchantId: string;
  /** True when the form has changes, which the check does not see. */
  readonly unsaved: boolean;
}) {
  const { t } = useText();
  const check = useAction('merchants', 'checkConnection');
  const [since, setSince] = useState(0);
  const run = (): void => {
    setSince(Date.now());
    check.mutate({ merchantId });
  };
  return (
    <Stack component="section" gap={12} aria-label={t('settings:check.run')}>
      <div className={common.row}>
        <KeyButton loading={check.isPending} disabled={unsaved} icon={IconPlugConnected} onClick={run}>
          {t('settings:check.run')}
        </KeyButton>
        <p className={`${parts.note} ${classes.checkNote}`} role="status">
          {check.isPending ? (
            <>
              {t('settings:check.running')} <Elapsed since={since} />
            </>
          ) : unsaved ? (
            t('settings:check.unsaved')
          ) : check.data === undefined ? (
            t('settings:check.text')
          ) : (
            worstOf(t, check.data)
          )}
        </p>
      </div>
      {check.error !== null && <FailureNotice failure={check.error.failure} act="reading" />}
      {check.data !== undefined && !check.isPending && <Report report={check.data} />}
    </Stack>
  );
}

/** Returns the gravest status with its step; that of success when all steps passed. */
function worstOf(t: Translate, { steps }: ConnectionReport): string {
  const worst = steps.find(({ status }) => status === 'failed') ?? steps.find(({ status }) => status === 'warning');
  return worst === undefined
    ? t('settings:check.statuses.passed')
    : `${t(`settings:check.statuses.${worst.status}`)}: ${t(`settings:check.steps.${worst.step}`)}`;
}

/** Returns the sentence of a finding. Its key comes with the report, so it is looked up by name. */
function sentence(t: Translate, { finding, values }: CheckResult, dayOf: (text: string) => string): string {
  const look = t as unknown as (key: string, values: Readonly<Record<string, string>>) => string;
  const { validFrom = '', validTo = '' } = values;
  return look(`connection:found.${finding}`, { ...values, validFrom: dayOf(validFrom), validTo: dayOf(validTo) });
}

function Report({ report }: { readonly report: ConnectionReport }) {
  const { t } = useText();
  const { day } = useFormats();
  const dayOf = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : day(text));
  return (
    <>
      <table ref={bringIntoView} className={parts.table}>
        <caption>{t('settings:check.title', { host: `${report.host}:${report.port}` })}</caption>
        <TableHead names={[t('settings:check.step'), t('settings:check.finding'), t('settings:check.time')]} />
        <tbody>
          {report.steps.map((step) => {
            const { Icon, color } = icons[step.status];
            return (
              <tr key={step.step}>
                <th scope="row" className={parts.whole}>
                  <Icon size={18} color={color} role="img" aria-label={t(`settings:check.statuses.${step.status}`)} />{' '}
                  {t(`settings:check.steps.${step.step}`)}
                </th>
                <td>{sentence(t, step, dayOf)}</td>
                <td className={parts.whole}>
                  {step.milliseconds === null
                    ? ''
                    : t('settings:check.milliseconds', { ms: Math.round(step.milliseconds) })}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {report.chain.length > 0 && (
        <details className={classes.chain}>
          <summary>{t('settings:check.chain')}</summary>
          {report.chain.map((certificate) => (
            <NamedValues
              key={certificate.fingerprint256}
              of={[
                { name: t('settings:check.subject'), value: certificate.subject },
                { name: t('settings:check.issuer'), value: certificate.issuer },
                {
                  name: t('settings:check.valid'),
                  value: t('settings:check.validFromTo', {
                    from: dayOf(certificate.validFrom),
                    to: dayOf(certificate.validTo),
                  }),
                },
                {
                  name: t('settings:check.fingerprint'),
                  value: <CodeText text={certificate.fingerprint256} name={t('settings:check.fingerprint')} />,
                },
              ]}
            />
          ))}
        </details>
      )}
    </>
  );
}
