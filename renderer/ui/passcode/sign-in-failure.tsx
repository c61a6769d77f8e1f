/** Explains a refused passcode: the tries that are left, or the time of the next one. */
import type { Failure } from '#shared/failure.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Callout } from '#renderer/ui/parts.tsx';
import parts from '#renderer/ui/parts.module.css';

export function SignInFailure({ failure, name }: { readonly failure: Failure; readonly name: string }) {
  const { t } = useText();
  const formats = useFormats();
  if (failure.kind !== 'wrong-passcode' && failure.kind !== 'locked-out') return <FailureNotice failure={failure} />;
  const [title, body] =
    failure.kind === 'locked-out'
      ? [t('failures:locked-out.title'), t('signIn:out.wait', { time: formats.clock(failure.until) })]
      : [
          t('failures:wrong-passcode.title'),
          failure.left === null ? '' : t('signIn:wrong.left', { count: failure.left, name }),
        ];
  return (
    <Callout tone="declined" role="alert">
      <p className={parts.strong}>{title}</p>
      {body !== '' && <p>{body}</p>}
    </Callout>
  );
}
