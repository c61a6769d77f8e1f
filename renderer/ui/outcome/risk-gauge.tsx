/** The service's risk figures in words, with a gauge of three steps. Any of them may be missing (section 2.2, `binInfo`). */
import { Group } from '@mantine/core';
import type { RiskSummary } from '#shared/payments/attempt.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import { NamedValues } from '#renderer/ui/parts.tsx';
import classes from './risk-gauge.module.css';

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

type RiskLevel = 'low' | 'medium' | 'high' | 'unrated';
type Advice = 'accept' | 'review' | 'reject';

interface RiskJudgement {
  readonly level: RiskLevel;
  /** Advice of the service's rules, where it does not contradict the level. */
  readonly advice: Advice | null;
  /** The service's own word for an advice that we don't know. */
  readonly unknownAdvice: string | null;
}

/**
 * Returns the level of a score of 0 to 100. The service's document names no thresholds; these are the ones published by the
 * usual maker of the score: review from 20 on, refusal from 75 on.
 */
function levelOf(score: number | null): RiskLevel {
  if (score === null) return 'unrated';
  if (score < 20) return 'low';
  return score < 75 ? 'medium' : 'high';
}

/** Words of the usual maker of the score for what the merchant's rules there advise. */
const advices: Readonly<Record<string, Advice>> = {
  accept: 'accept',
  review: 'review',
  manual_review: 'review',
  reject: 'reject',
};
const levelOfAdvice: Readonly<Record<Advice, RiskLevel>> = { accept: 'low', review: 'medium', reject: 'high' };
const order: readonly RiskLevel[] = ['unrated', 'low', 'medium', 'high'];

/** Returns the graver of score and advice. An acceptance lowers nothing, and one by default says nothing. */
export function judgeRisk(risk: Pick<RiskSummary, 'score' | 'disposition' | 'dispositionReason'>): RiskJudgement {
  const scored = levelOf(risk.score);
  const said = risk.disposition?.trim() ?? '';
  const known = advices[said.toLowerCase()] ?? null;
  if (known === null) return { level: scored, advice: null, unknownAdvice: said === '' ? null : said };
  const byDefault = known === 'accept' && risk.dispositionReason?.toLowerCase() === 'default';
  const advised = byDefault ? 'unrated' : levelOfAdvice[known];
  const level = order.indexOf(advised) > order.indexOf(scored) ? advised : scored;
  return { level, advice: byDefault || levelOfAdvice[known] !== level ? null : known, unknownAdvice: null };
}
