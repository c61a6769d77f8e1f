/** Choices of the Charge form: the language, the family of the request, and the card type. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { brandOf, brands, type Brand } from '#shared/payments/card.ts';
import { families, type Family } from '#shared/payments/outcome.ts';
import { langs, type Lang } from '#shared/payments/field-kinds.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { spanOf } from './charge-field.tsx';
import classes from './charge-form.module.css';
import { issueWords } from './field-words.ts';
import type { PlacedField } from './form-layout.ts';
import { fieldId, useFormValue, type FormStore } from './form-store.ts';
import { cardDigits } from './payment-form.ts';

interface ChoiceProps<Value extends string> extends Pick<NativeSelectProps, 'id' | 'label' | 'error'> {
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

export function FamilyChoice({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const chosen = useFormValue(form, ({ values }) => values.family);
  const operation = useFormValue(form, ({ values }) => values.operation);
  const own = t(`common:family.${merchant.families[operation]}`);
  return (
    <Choice<Family>
      name="family"
      label={t('charge:field.family')}
      value={chosen}
      onChoice={(family) => form.change({ family })}
      choices={[
        { value: '', label: t('charge:choice.familyDefault', { family: own }) },
        ...families.map((family) => ({ value: family, label: t(`common:family.${family}`) })),
      ]}
    />
  );
}

export function BrandChoice({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const chosen = useFormValue(form, ({ values }) => values.brand);
  const derived = useFormValue(form, ({ values }) => brandOf(cardDigits(values)));
  const refused = useFormValue(form, ({ issues }) => issues.brand);
  return (
    <Choice<Brand>
      name="brand"
      id={fieldId('brand')}
      label={t('charge:field.brand')}
      error={refused === undefined ? null : issueWords(t, 'brand', refused, String)}
      value={chosen}
      onChoice={(brand) => form.change({ brand })}
      choices={[
        {
          value: '',
          label:
            derived === null
              ? t('charge:choice.brandFromNumber')
              : t('charge:choice.brandNamed', { brand: t(`common:brand.${derived}`) }),
        },
        ...brands.map((brand) => ({ value: brand, label: t(`common:brand.${brand}`) })),
      ]}
    />
  );
}
