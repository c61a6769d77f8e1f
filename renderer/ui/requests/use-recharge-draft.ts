/** Keyed fields of a charge of an earlier card: the draft that they make, and which of them are wrong. */
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { newId } from '#shared/new-id.ts';
import { customerName, rechargeDraftSchema, type RechargeDraft } from '#shared/payments/attempt.ts';
import type { EarlierCardView } from '#shared/payments/entry/earlier-card.ts';
import { decimalText, readAmount, taxWithin } from '#shared/payments/money.ts';
import { useSession } from '#renderer/session/session.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';

/** Fields in their order on the dialog. */
const order = ['amount', 'taxAmount', 'concept', 'description', 'consent', 'override'] as const;
export type RechargeField = (typeof order)[number];

export function useRechargeDraft(earlier: EarlierCardView, failure: Failure | null) {
  const { t } = useText();
  const { day } = useFormats();
  const { merchant: inUse, operator } = useSession();
  const { merchant } = inUse;
  const [draftId] = useState(newId);
  const [today] = useState(() => new Date().toISOString());
  const [texts, setTexts] = useState({
    amount: '',
    concept: earlier.concept,
    description: merchant.defaultDescription || earlier.concept,
    reason: '',
  });
  const [keyedTax, setTax] = useState<string | null>(null);
  const [isAgreed, setIsAgreed] = useState(false);
  const asked = readAmount(texts.amount);
  const [rate] = merchant.taxRates ?? [];
  const tax = keyedTax ?? (asked !== null && rate !== undefined ? decimalText(taxWithin(asked, rate)) : '');
  const taxAsked = readAmount(tax, true);
  const duplicate = failure?.kind === 'duplicate' ? failure : null;
  const reason = texts.reason.trim();
  const consent = t('history:again.consent', {
    customer: customerName(earlier),
    day: day(today),
    operator: operator?.name ?? '',
  });
  const draft: RechargeDraft = {
    draftId,
    merchantId: merchant.id,
    attemptId: earlier.attemptId,
    amount: asked ?? 0,
    taxAmount: taxAsked ?? -1,
    concept: texts.concept.trim(),
    description: texts.description.trim(),
    consent,
    ...(reason === '' ? {} : { override: { reason } }),
  };
  const parsed = rechargeDraftSchema.safeParse(draft);
  const refused = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]));
  const isWrong: Readonly<Partial<Record<RechargeField, boolean>>> = {
    consent: !isAgreed,
    override: duplicate !== null && reason === '',
  };
  return {
    draft,
    texts,
    key: (name: keyof typeof texts, text: string): void => setTexts((before) => ({ ...before, [name]: text })),
    tax,
    setTax,
    consent,
    isAgreed,
    setIsAgreed,
    duplicate,
    amount: asked,
    wrong: order.filter((name) => isWrong[name] === true || refused.has(name)),
  };
}
