/** The fields of a payment in the order in which callers say them. */
import { SegmentedControl } from '@mantine/core';
import { useText } from '#renderer/words/i18n.ts';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import classes from './charge-form.module.css';
import { FormSection } from './form-section.tsx';
import { MoreFields } from './more-fields.tsx';
import type { CardOperation } from '#shared/payments/operations.ts';
import type { PaymentForm } from './use-payment-form.ts';

/** Switches between hold and sale. */
export const modeKeys = 'F8';

export function PaymentFields({ form }: { readonly form: PaymentForm }) {
  return (
    <div className={classes.grid}>
      <ModeChoice form={form} />
      <FormSection form={form} section="payment" />
      <MoreFields form={form} />
    </div>
  );
}

/** Comes first in the tab order although it stands at the right, because callers begin with the amount. */
function ModeChoice({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const option = (operation: CardOperation) => ({
    value: operation,
    label: (
      <span className={classes.option}>
        <span className={classes.optionName}>{t(`charge:mode.${operation}`)}</span>
        <span className={classes.optionMeaning}>{t(`charge:meaning.${operation}`)}</span>
      </span>
    ),
  });
  return (
    <div className={classes.mode}>
      <p className={classes.modeLabel} id="charge-mode-label">
        {t('charge:mode.label')} <KeyHint keys={modeKeys} />
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby="charge-mode-label"
        aria-keyshortcuts={modeKeys}
        classNames={{ root: classes.modeControl, label: classes.modeOption }}
        value={form.values.operation}
        onChange={(operation) => form.change({ operation })}
        data={[option('sell'), option('authorize')]}
        transitionDuration={100}
      />
    </div>
  );
}
