/** The service's risk figures in words, with a gauge of three steps. Any of them may be missing (section 2.2, `binInfo`). */
import type { RiskSummary } from '#shared/payments/attempt.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { riskLevel } from '#renderer/words/risk-level.ts';
import classes from './risk-gauge.module.css';

export function RiskWords({ risk }: { readonly risk: RiskSummary }) {
  const { t } = useText();
  const { country } = useFormats();
  const level = riskLevel(risk.score);
  const details = [
    risk.disposition === null
      ? null
      : t('outcomes:risk.disposition', {
          text: [risk.disposition, risk.dispositionReason].filter((part) => part !== null).join(', '),
        }),
    risk.issuer !== null && risk.issuerCountry !== null
      ? t('outcomes:risk.issuerIn', { issuer: risk.issuer, country: country(risk.issuerCountry) })
      : risk.issuer !== null
        ? t('outcomes:risk.issuer', { issuer: risk.issuer })
        : risk.issuerCountry !== null
          ? t('outcomes:risk.issuerCountry', { country: country(risk.issuerCountry) })
          : null,
    risk.cardKind === null ? null : t('outcomes:risk.kind', { kind: risk.cardKind }),
    risk.prepaid === true ? t('outcomes:risk.prepaid') : null,
    risk.ipCountry === null ? null : t('outcomes:risk.ip', { country: country(risk.ipCountry) }),
    risk.ipRisk === null ? null : t('outcomes:risk.ipRisk', { score: risk.ipRisk }),
    risk.emailHighRisk === true ? t('outcomes:risk.email') : null,
  ].filter((detail) => detail !== null);
  return (
    <dl className={classes.root}>
      <dt>{t('outcomes:risk.label')}</dt>
      <dd>
        <p className={classes.level} data-level={level}>
          {risk.score !== null && (
            <span
              className={classes.gauge}
              role="img"
              aria-label={t('outcomes:risk.score', { score: risk.score })}
              title={t('outcomes:risk.score', { score: risk.score })}
            >
              <span />
              <span />
              <span />
            </span>
          )}
          {t(`outcomes:risk.${level}`)}
        </p>
        {details.length > 0 && <p className={classes.details}>{details.join(' · ')}</p>}
      </dd>
    </dl>
  );
}
