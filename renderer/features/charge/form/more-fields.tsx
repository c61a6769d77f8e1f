/** The optional section: fields that few payments need, and the merchant's custom fields (section 2.1). */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import classes from './charge-form.module.css';
import { FormSection } from './form-section.tsx';
import { moreFieldsId, type PaymentForm } from './use-payment-form.ts';

export const moreKeys = 'F7';

export function MoreFields({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const Chevron = form.moreShown ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div className={classes.field}>
        <UnstyledButton
          type="button"
          className={classes.disclosure}
          aria-expanded={form.moreShown}
          aria-keyshortcuts={moreKeys}
          onClick={() => form.showMore(!form.moreShown)}
        >
          <Chevron size={16} aria-hidden="true" />
          {t(form.moreShown ? 'charge:more.hide' : 'charge:more.show')}
          <KeyHint keys={moreKeys} />
        </UnstyledButton>
      </div>
      {form.moreShown && (
        <div id={moreFieldsId} className={classes.optional}>
          <FormSection form={form} section="more" />
        </div>
      )}
    </>
  );
}
