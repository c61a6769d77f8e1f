/** Names the marked holds that can't be captured, and why, before anything is sent. */
import { Button, Stack } from '@mantine/core';
import type { BlockedHold, Hold } from '#shared/ledger/holds.ts';
import { customerName } from '#shared/payments/attempt.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Callout } from '#renderer/ui/parts.tsx';

/** Holds named before the rest is counted. */
const shownHolds = 3;

export function BlockedHolds({
  holds,
  blocked,
  onUnmark,
}: {
  readonly holds: readonly Hold[];
  readonly blocked: readonly BlockedHold[];
  readonly onUnmark: (ids: ReadonlySet<string>) => void;
}) {
  const { t } = useText();
  const { money } = useFormats();
  const marked = new Map(holds.map((hold) => [hold.id, hold.authorization]));
  const more = blocked.length - shownHolds;
  return (
    <Callout tone="unknown" role="status">
      <Stack gap={8}>
        <p>
          {blocked.length === holds.length
            ? t('holds:batch.blocked.all')
            : t('holds:batch.blocked.title', { count: blocked.length })}
        </p>
        <Stack component="ul" gap={4}>
          {blocked.slice(0, shownHolds).map(({ holdId, reason }) => {
            const authorization = marked.get(holdId);
            if (authorization === undefined) return null;
            return (
              <li key={holdId}>
                <strong>
                  {customerName(authorization) || t('holds:batch.noName')} ·{' '}
                  {money(authorization.amount, authorization.currencySign)}
                </strong>
                <br />
                {t(`holds:batch.why.${reason}`)}
              </li>
            );
          })}
        </Stack>
        {more > 0 && <p>{t('holds:batch.blocked.more', { count: more })}</p>}
        <Button size="compact-md" onClick={() => onUnmark(new Set(blocked.map(({ holdId }) => holdId)))}>
          {t('holds:batch.blocked.unmark')}
        </Button>
      </Stack>
    </Callout>
  );
}
