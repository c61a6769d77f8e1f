/** A form of one call: fields by the schema of its argument, its refusals beside them, its failure and its success. */
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { z } from 'zod';
import type { Failure } from '#shared/failure.ts';
import type { Action } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { DialogFoot } from '#renderer/ui/dialog.tsx';
import { SignInFailure } from '#renderer/ui/passcode/approval-fields.tsx';
import {
  againOf,
  kindOf,
  longestOf,
  readForm,
  wordsForRefused,
  shownValue,
  type FormValues,
  type RefusedValue,
  type SettingRow,
} from './keyed-values.ts';
import { useIssueFocus } from './issue-focus.ts';
import { SettingField } from './setting-field.tsx';
import classes from './setting-form.module.css';
import parts from '#renderer/ui/parts.module.css';
import { IconCheck } from '@tabler/icons-react';
import { IconLine, Form } from '#renderer/ui/parts.tsx';

type Sent<In> = Pick<Action<In, unknown>, 'isPending' | 'isSuccess' | 'error' | 'reset'>;

interface SettingFormProps<Schema extends z.ZodObject, Out> {
  readonly schema: Schema;
  readonly rows: readonly SettingRow<keyof z.input<Schema> & string>[];
  /** Present values, and members that nobody keys. */
  readonly start?: Partial<z.input<Schema>>;
  readonly action: Sent<z.output<Schema>> & {
    mutate: (value: z.output<Schema>, options: { onSuccess: (out: Out) => void }) => void;
  };
  /** Label of the button. */
  readonly submit: string;
  readonly onDone?: (out: Out) => void;
  /** `line` has its button beside the fields, and nothing to send while they are as at the start. */
  readonly layout?: 'line' | 'page' | 'dialog' | 'sheet';
  /** Name among several forms with the same button. */
  readonly name?: { readonly form: string; readonly submit: string };
  /** Takes the focus when it appears. */
  readonly focused?: boolean;
  /** Shown to be read only. */
  readonly disabled?: boolean;
  /** Words in place of “Saved”. */
  readonly saved?: string;
  /** Whose passcode is tried, where no name is keyed. */
  readonly operatorName?: string;
  /** Words in place of “Cancel”. */
  readonly cancel?: string;
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
}

export function SettingForm<Schema extends z.ZodObject, Out>(props: SettingFormProps<Schema, Out>) {
  const { layout = 'page', name, focused = false, disabled = false, operatorName } = props;
  const box = useRef<HTMLFormElement>(null);
  const { fields, keyed, issues, failure, isAnswered, refused, isUnchanged, send, change } = useSettingForm(props, box);
  useLayoutEffect(() => {
    if (focused) box.current?.querySelector('input')?.focus();
  }, [focused]);
  useIssueFocus(box, refused, isAnswered);
  const buttons = <Buttons {...props} isUnchanged={isUnchanged} />;
  return (
    <Form ref={box} className={classes.form} aria-label={name?.form} onSend={send}>
      <div className={parts.fields} data-line={layout === 'line' || undefined}>
        {fields.map(({ row, schema: own, kind }) => {
          const shared = { kind, disabled, longest: longestOf(own) };
          const { name: field, again: repeated } = row;
          return [
            <SettingField
              key={field}
              {...shared}
              row={row}
              value={keyed[field] ?? ''}
              error={issues[field]}
              onChange={change(field)}
            />,
            repeated !== undefined && (
              <SettingField
                key={againOf(field)}
                {...shared}
                row={repeated}
                value={keyed[againOf(field)] ?? ''}
                error={issues[againOf(field)]}
                onChange={change(againOf(field))}
              />
            ),
          ];
        })}
        {layout === 'line' && !disabled && <div>{buttons}</div>}
      </div>
      {props.children}
      {failure !== null && !isAnswered && (
        <SignInFailure
          failure={failure}
          name={operatorName ?? String(keyed['name'] ?? '')}
          isKeyed={operatorName === undefined}
        />
      )}
      {layout !== 'line' && buttons}
    </Form>
  );
}

/** Holds the keyed values with their issues, and sends them. */
function useSettingForm<Schema extends z.ZodObject, Out>(
  { schema, rows, start = {}, action, onDone }: SettingFormProps<Schema, Out>,
  box: RefObject<HTMLFormElement | null>,
) {
  const { t } = useText();
  const [typed, setTyped] = useState<FormValues>({});
  /** Refused tries since the last one that was sent. */
  const [refused, setRefused] = useState(0);
  /** Secrets of the last try that may also stay empty. */
  const [emptied, setEmptied] = useState<readonly string[]>([]);
  const given: Readonly<Record<string, unknown>> = start;
  const fields = rows.map((row) => ({
    row,
    schema: schema.shape[row.name],
    kind: kindOf(row, schema.shape[row.name]),
  }));
  const shown = fields.map(({ row, kind }) => [row.name, shownValue(kind, given[row.name])]);
  const again = rows.filter((row) => row.again !== undefined).map((row) => [againOf(row.name), '']);
  const keyed: FormValues = { ...Object.fromEntries([...shown, ...again]), ...typed };
  const read = readForm(t, schema, rows, keyed, given);
  const failure = action.isPending ? null : (action.error?.failure ?? null);
  const answered = Object.fromEntries(
    fields.flatMap(({ row, schema: own }) =>
      refusedIn(failure, row).map((one) => [row.name, wordsForRefused(t, row, own, one)]),
    ),
  );
  const isAnswered = Object.keys(answered).length > 0;
  // An empty field would keep the present secret, and nobody would know that the new one is not saved.
  const toTypeAgain =
    failure === null
      ? {}
      : Object.fromEntries(
          emptied.filter((secret) => keyed[secret] === '').map((secret) => [secret, t('settings:issues.typeAgain')]),
        );
  const issues: Readonly<Record<string, string>> = refused > 0 ? read.issues : { ...toTypeAgain, ...answered };
  const send = (): void => {
    if (read.value === null) {
      setRefused(refused + 1);
      return;
    }
    setRefused(0);
    action.mutate(read.value, { onSuccess: (out) => onDone?.(out) });
    // Never keep a secret for a second try, which begins at its field.
    const secrets = fields.filter(({ kind }) => kind === 'passcode' || kind === 'secret').map(({ row }) => row.name);
    const cleared = secrets.flatMap((secret) => [
      [secret, ''],
      [againOf(secret), ''],
    ]);
    setTyped({ ...typed, ...Object.fromEntries(cleared) });
    setEmptied(secrets.filter((secret) => keyed[secret] !== '' && schema.shape[secret] instanceof z.ZodNullable));
    if (secrets.length > 0) box.current?.querySelector<HTMLElement>('input[type="password"]')?.focus();
  };
  const change = (field: string) => (value: string | boolean) => {
    setTyped({ ...typed, [field]: value });
    if (isAnswered || action.isSuccess) action.reset();
  };
  const values: Readonly<Record<string, unknown>> = read.value ?? {};
  const isUnchanged = read.value !== null && rows.every((row) => Object.is(values[row.name], given[row.name]));
  return { fields, keyed, issues, failure, isAnswered, refused, isUnchanged, send, change };
}

function Buttons<Schema extends z.ZodObject, Out>({
  action,
  submit,
  layout = 'page',
  name,
  saved,
  cancel: cancelWords,
  onCancel,
  isUnchanged,
}: SettingFormProps<Schema, Out> & { readonly isUnchanged: boolean }) {
  const { t } = useText();
  const cancel = onCancel !== undefined && <Button onClick={onCancel}>{cancelWords ?? t('action.cancel')}</Button>;
  const confirm = (
    <Button
      variant="filled"
      type="submit"
      {...(layout === 'line' ? { variant: 'default', disabled: isUnchanged } : {})}
      aria-label={name?.submit}
      loading={action.isPending}
    >
      {submit}
    </Button>
  );
  return layout === 'dialog' ? (
    <DialogFoot>
      {cancel}
      {confirm}
    </DialogFoot>
  ) : (
    <div className={classes.buttons} data-layout={layout}>
      {confirm}
      {cancel}
      {action.isSuccess && (layout === 'line' || layout === 'page') && <Saved words={saved} />}
    </div>
  );
}

/** Returns the refusals of one field in a failure: named by its path, or by words of its own for the failure. */
function refusedIn(failure: Failure | null, row: SettingRow): readonly RefusedValue[] {
  if (failure === null) return [];
  if (failure.kind !== 'invalid') return row.refusals?.[failure.kind] === undefined ? [] : [{ message: failure.kind }];
  return failure.issues.filter(({ path }) => path === row.name).map(({ code }) => ({ message: code }));
}

/** @param words in place of “Saved” */
export function Saved({ words }: { readonly words?: string | undefined }) {
  const { t } = useText();
  return (
    <IconLine icon={IconCheck} tone="approved" role="status">
      {words ?? t('settings:saved')}
    </IconLine>
  );
}
