/** Says that payments were made here since the search that is shown began, and are not in its list. Mounted anew with each search. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useBegunSince } from '#renderer/session/newest-attempts.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { FoundAttempts } from './use-history.ts';

export function NewerPayments({
  found: { attempts, reading, stale },
  onShow,
}: {
  readonly found: FoundAttempts;
  readonly onShow: () => void;
}) {
  const { t } = useText();
  const [since] = useState(() => new Date().toISOString());
  const missing = useBegunSince(since, attempts);
  // A read that is under way may bring them.
  const [count, setCount] = useState(0);
  if (!reading && !stale && count !== missing) setCount(missing);
  if (count === 0) return null;
  return (
    <Group gap="8px 12px">
      <p role="status">{t('history:newer', { count })}</p>
      <Button size="compact-md" onClick={onShow}>
        {t('history:jump.back')}
      </Button>
    </Group>
  );
}
