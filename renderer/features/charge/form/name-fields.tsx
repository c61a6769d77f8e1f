/** First and last name. A full name that is typed into the first is divided when the field is left. */
import { useRef } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { CustomerField } from '#renderer/features/charge/customers/customer-field.tsx';
import { useFormValue, type FormStore } from './form-store.ts';

export function FirstNameField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  return (
    <CustomerField
      form={form}
      name="firstName"
      label={t('fields:firstName.label')}
      textOf={({ values }) => values.firstName}
      onText={(firstName) => form.change({ firstName })}
      onLeave={form.divideName}
    />
  );
}

export function LastNameField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  // True when the last key met the whole text, which it then replaces.
  const replaces = useRef(false);
  const divided = useFormValue(form, (state) => state.divided !== null);
  return (
    <CustomerField
      form={form}
      name="lastName"
      label={t('fields:lastName.label')}
      textOf={({ values }) => values.lastName}
      note={divided && <span role="status">{t('charge:dividedName')}</span>}
      onFocus={(event) => {
        if (form.state().divided !== null) event.currentTarget.select();
      }}
      onKeyDown={({ currentTarget: { selectionStart, selectionEnd, value } }) => {
        replaces.current = selectionStart === 0 && selectionEnd === value.length;
      }}
      onText={(lastName) => {
        const { divided: typed } = form.state();
        // A last name typed now means that both words before were first names.
        if (typed !== null && replaces.current) form.change({ firstName: typed, lastName }, 'lastName');
        else form.change({ lastName });
      }}
    />
  );
}
