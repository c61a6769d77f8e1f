/** The service's risk figures in words, with a gauge of three steps. Any of them may be missing (section 2.2, `binInfo`). */
import { Group } from '@mantine/core';
import type { RiskSummary } from '#shared/payments/attempt.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { judgeRisk } from '#renderer/words/risk-level.ts';
import parts from '#renderer/ui/parts.module.css';
import { NamedValues } from '#renderer/ui/parts.tsx';
import classes from './risk-gauge.module.css';

/** Kinds of a card that have words of ours. */
const kinds = ['credit', 'debit', 'charge', 'prepaid'] as const;

export function RiskWords({ risk }: { readonly risk: RiskSummary }) {
  const { t } = useText();
  const { country } = useFormats();
  const { level, advice, unknownAdvice } = judgeRisk(risk);
  const kind = kinds.find((known) => known === risk.cardKind?.toLowerCase());
  const details = [
    advice === null ? null : t(`outcomes:risk.advice.${advice}`),
    unknownAdvice === null ? null : t('outcomes:risk.disposition', { text: `“${unknownAdvice}”` }),
    risk.issuer !== null && risk.issuerCountry !== null
      ? t('outcomes:risk.issuerIn', { issuer: risk.issuer, country: country(risk.issuerCountry) })
      : risk.issuer !== null
        ? t('outcomes:risk.issuer', { issuer: risk.issuer })
        : risk.issuerCountry !== null
          ? t('outcomes:risk.issuerCountry', { country: country(risk.issuerCountry) })
          : null,
    risk.cardKind === null
      ? null
      : kind === undefined
        ? t('outcomes:risk.kind', { kind: risk.cardKind })
        : t(`outcomes:risk.kinds.${kind}`),
    risk.prepaid === true && kind !== 'prepaid' ? t('outcomes:risk.prepaid') : null,
    risk.ipCountry === null ? null : t('outcomes:risk.ip', { country: country(risk.ipCountry) }),
    risk.ipRisk === null ? null : t('outcomes:risk.ipRisk', { score: risk.ipRisk }),
    risk.emailHighRisk === true ? t('outcomes:risk.email') : null,
  ].filter((detail) => detail !== null);
  return (
    <NamedValues
      of={[
        {
          name: t('outcomes:risk.label'),
          value: (
            <>
              <Group component="p" className={classes.level} gap="0 8px" data-level={level}>
                {risk.score !== null && (
                  <span className={classes.gauge} aria-hidden="true">
                    <span />
                    <span />
                    <span />
                  </span>
                )}
                {t(`outcomes:risk.${level}`)}
                {risk.score !== null && (
                  <span className={parts.note}>{t('outcomes:risk.score', { score: risk.score })}</span>
                )}
              </Group>
              {details.length > 0 && <p className={parts.note}>{details.join(' · ')}</p>}
            </>
          ),
        },
      ]}
    />
  );
}
