/** Choices of the Charge form, such as the language of the transaction. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { langs, type Lang } from '#shared/payments/field-kinds.ts';
import { useText } from '#renderer/words/i18n.ts';
import { spanOf } from './charge-field.tsx';
import classes from './charge-form.module.css';
import type { PlacedField } from './form-layout.ts';
import { useFormValue, type FormStore } from './form-store.ts';

interface ChoiceProps<Value extends string> extends Pick<NativeSelectProps, 'label'> {
  readonly name: PlacedField;
  readonly value: Value | '';
  readonly choices: readonly { readonly value: Value | ''; readonly label: string }[];
  readonly onChoice: (value: Value | '') => void;
}

export function Choice<Value extends string>({ name, choices, onChoice, ...rest }: ChoiceProps<Value>) {
  return (
    <div className={`${classes.field ?? ''} ${classes.choice ?? ''}`} style={spanOf(name)}>
      <NativeSelect
        {...rest}
        classNames={{ label: classes.label, error: classes.message }}
        data={[...choices]}
        onChange={(event) => onChoice(event.currentTarget.value as Value | '')}
        onKeyDown={(event) => {
          // Enter reviews from every field, but an open select would swallow it.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </div>
  );
}

export function LangChoice({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const chosen = useFormValue(form, ({ values }) => values.lang);
  return (
    <Choice<Lang>
      name="lang"
      label={t('fields:lang.label')}
      value={chosen}
      onChoice={(lang) => form.change({ lang })}
      choices={[
        { value: '', label: t('charge:choice.langNone') },
        ...langs.map((lang) => ({ value: lang, label: t(`charge:choice.lang${lang}`) })),
      ]}
    />
  );
}
