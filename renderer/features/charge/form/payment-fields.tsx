/** The fields of a payment in the order in which callers say them, the others one key away. */
import { Button, SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import classes from './charge-form.module.css';
import { FormSection } from './form-section.tsx';
import { moreFieldsId, useFormValue, type FormStore } from './form-store.ts';
import type { CardOperation } from '#shared/payments/operations.ts';

/** Switches between hold and sale. */
export const modeKeys = 'F8';
/** Shows and hides the fields that few payments need. */
export const moreKeys = 'F7';
/** Clears the form, and takes that back. */
export const clearKeys = 'Mod+Shift+Backspace';

/** Renders again only when the card is forgotten or the form is cleared. The fields read their own values. */
export const PaymentFields = memo(function PaymentFields({
  form,
  cardRound,
  canUndo,
  onClear,
}: {
  readonly form: FormStore;
  readonly cardRound: number;
  /** The form was just cleared. */
  readonly canUndo: boolean;
  /** Clears, or takes it back. */
  readonly onClear: () => void;
}) {
  const { t } = useText();
  return (
    <div className={classes.grid}>
      <ModeChoice form={form} />
      <FormSection form={form} cardRound={cardRound} section="payment" />
      <div className={classes.foot}>
        <MoreButton form={form} />
        <p className={classes.cleared} role="status">
          {canUndo && t('charge:cleared')}
        </p>
        <Button
          className={classes.clear ?? ''}
          variant="subtle"
          color="gray"
          size="compact-md"
          aria-keyshortcuts={clearKeys}
          onClick={onClear}
        >
          {t(canUndo ? 'action.undo' : 'charge:clear')}
        </Button>
      </div>
      <MoreFields form={form} cardRound={cardRound} />
    </div>
  );
});

function MoreButton({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const moreShown = useFormValue(form, (state) => state.moreShown);
  const Chevron = moreShown ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton
      type="button"
      className={classes.disclosure}
      aria-expanded={moreShown}
      aria-keyshortcuts={moreKeys}
      onClick={() => form.showMore(!moreShown)}
    >
      <Chevron size={16} aria-hidden="true" />
      {t(moreShown ? 'charge:more.hide' : 'charge:more.show')}
      <KeyHint keys={moreKeys} />
    </UnstyledButton>
  );
}

/** Shows as many of the fields as fit, from the first one on. The caret stays where it is, and in sight if it can. */
function bringIntoSight(more: HTMLElement | null): void {
  if (more === null) return;
  for (const field of [more.lastElementChild, document.activeElement, more.firstElementChild])
    field?.scrollIntoView({ block: 'nearest' });
}

/** Computed fields, seldom needed ones, and the merchant's custom fields (section 2.1). */
function MoreFields({ form, cardRound }: { readonly form: FormStore; readonly cardRound: number }) {
  const moreShown = useFormValue(form, (state) => state.moreShown);
  return (
    moreShown && (
      <div id={moreFieldsId} className={classes.more} ref={bringIntoSight}>
        <FormSection form={form} cardRound={cardRound} section="more" />
      </div>
    )
  );
}

/** Comes first in the tab order although it stands at the right, because callers begin with the amount. */
function ModeChoice({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const chosen = useFormValue(form, ({ values }) => values.operation);
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
        value={chosen}
        onChange={(operation) => form.change({ operation })}
        data={[option('sell'), option('authorize')]}
        transitionDuration={100}
      />
    </div>
  );
}
