/** Name and passcode of the supervisor who lets something pass at this seat. The operator stays signed in. */
import { TextInput } from '@mantine/core';
import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { operatorNameSchema, passcodeLimits } from '#shared/seat/operators.ts';
import type { Guarded } from '#shared/audit/step-up.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { Failure } from '#shared/failure.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Callout, useIntoView } from '#renderer/ui/parts.tsx';
import parts from '#renderer/ui/parts.module.css';

export type ApprovalForm = ReturnType<typeof useApproval>;

const focusOn = (id: string): void => document.getElementById(id)?.focus();

/** @param ownName name of the supervisor who keys their own passcode; null when a name is keyed too */
export function useApproval(ownName: string | null) {
  const approve = useAction('operators', 'approve');
  const [keyedName, setName] = useState('');
  const [passcode, setPasscode] = useState('');
  const [tried, setTried] = useState(false);
  const id = useId();
  const ids = { name: `${id}-name`, passcode: `${id}-passcode` };
  const name = ownName ?? keyedName;
  return {
    name,
    passcode,
    setName,
    setPasscode,
    /** The last try lacked something. */
    tried,
    /** A supervisor who keys their own passcode again has no name to key. */
    own: ownName !== null,
    pending: approve.isPending,
    failure: approve.isPending ? null : (approve.error?.failure ?? null),
    ids,
    /** Focuses the first field. */
    begin: (): void => focusOn(ownName === null ? ids.name : ids.passcode),
    /** Asks main to approve the act. Marks what is missing instead, if anything is. */
    submit: (guarded: Guarded, onApproved: (approvalId: string) => void): void => {
      setTried(true);
      if (!operatorNameSchema.safeParse(name).success) focusOn(ids.name);
      else {
        focusOn(ids.passcode);
        if (passcode === '') return;
        // Never keep a passcode for a second try.
        setPasscode('');
        setTried(false);
        approve.mutate(
          { act: guarded.act, subject: guarded.subject, name, passcode },
          { onSuccess: ({ approvalId }) => onApproved(approvalId) },
        );
      }
    },
  };
}

export function ApprovalFields({ form }: { readonly form: ApprovalForm }) {
  const { t } = useText();
  const { name, passcode, tried, failure } = form;
  const field = useRef<HTMLInputElement>(null);
  const wipe = useEffectEvent((input: HTMLInputElement | null) => {
    form.setPasscode('');
    // A screen that a lock hides renders late.
    if (input !== null) input.value = '';
  });
  useLayoutEffect(() => {
    const input = field.current;
    return () => wipe(input);
  }, []);
  const noName = !operatorNameSchema.safeParse(name).success;
  return (
    <>
      {!form.own && (
        <TextInput
          id={form.ids.name}
          label={t('role.supervisor')}
          value={name}
          maxLength={textLimits.operatorName}
          spellCheck={false}
          error={tried && noName ? t('signIn:required') : null}
          onChange={(event) => form.setName(event.currentTarget.value)}
        />
      )}
      <TextInput
        ref={field}
        id={form.ids.passcode}
        type="password"
        label={t('signIn:passcode')}
        value={passcode}
        maxLength={passcodeLimits.max}
        spellCheck={false}
        error={tried && passcode === '' ? t('signIn:required') : null}
        onChange={(event) => form.setPasscode(event.currentTarget.value)}
      />
      {failure !== null && <SignInFailure failure={failure} name={name} isKeyed={!form.own} />}
    </>
  );
}

/** Explains a refused passcode: the tries that are left, or the time of the next one. */
export function SignInFailure({
  failure,
  name,
  isKeyed,
}: {
  readonly failure: Failure;
  readonly name: string;
  /** The name was keyed too, and may be the wrong one. */
  readonly isKeyed: boolean;
}) {
  const { t } = useText();
  const formats = useFormats();
  const box = useIntoView();
  if (failure.kind !== 'wrong-passcode' && failure.kind !== 'locked-out')
    return <FailureNotice failure={failure} act="recording" />;
  const [title, body] =
    failure.kind === 'locked-out'
      ? [t('failures:locked-out.title'), t('signIn:out.wait', { time: formats.clock(failure.until) })]
      : [
          t(isKeyed ? 'failures:wrong-passcode.title' : 'signIn:wrong.passcode'),
          failure.left === null ? '' : t('signIn:wrong.left', { count: failure.left, name }),
        ];
  return (
    <Callout ref={box} tone="declined" role="alert">
      <p className={parts.strong}>{title}</p>
      {body !== '' && <p>{body}</p>}
    </Callout>
  );
}
