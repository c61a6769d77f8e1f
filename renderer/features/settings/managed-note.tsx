/** Says beside a setting that the company sets it, or that its policy can't be used. Nothing where neither is so. */
import { IconLock } from '@tabler/icons-react';
import type { ManagedPart } from '#shared/policy/policy-rules.ts';
import { usePolicy } from '#renderer/session/session.tsx';
import { IconLine } from '#renderer/ui/parts.tsx';
import { useText } from '#renderer/words/i18n.ts';

/** @param text in place of the usual words */
export function ManagedNote({ part, text }: { readonly part: ManagedPart; readonly text?: string }) {
  const { t } = useText();
  const { managed, usable } = usePolicy();
  if (!managed.includes(part)) return null;
  return (
    <IconLine icon={IconLock} tone="plain">
      {usable ? (text ?? t('settings:policy.managed')) : t('settings:policy.locked')}
    </IconLine>
  );
}
