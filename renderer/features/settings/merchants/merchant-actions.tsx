/** Use a merchant for this seat's payments, or remove it. Both are asked once more. */
import { Button } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Environment } from '#shared/seat/environment.ts';
import type { ProfileView } from '#shared/seat/merchant.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Problem } from '#renderer/ui/problem.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { ConfirmDialog } from '#renderer/features/settings/confirm-dialog.tsx';
import classes from '#renderer/features/settings/settings.module.css';

const consequences = {
  training: 'settings:profiles.useConfirmTraining',
  test: 'settings:profiles.useConfirmTest',
  production: 'settings:profiles.useConfirmProduction',
} as const satisfies Record<Environment, string>;

export function ProfileActions({ view, onRemoved }: { readonly view: ProfileView; readonly onRemoved: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState<'use' | 'remove' | null>(null);
  const activate = useAction('profiles', 'activate');
  const remove = useAction('profiles', 'remove');
  const mayRemove = useMayAct('supervisor');
  const { id, name, environment } = view.profile;
  const refresh = (): void => {
    setAsking(null);
    for (const group of ['profiles', 'session']) void client.invalidateQueries({ queryKey: [group] });
  };
  return (
    <div className={classes.row}>
      {view.active ? (
        <span className={classes.done}>
          <IconCircleCheckFilled size={18} aria-hidden />
          {t('settings:profiles.active')}
        </span>
      ) : (
        <Button variant="default" onClick={() => setAsking('use')}>
          {t('settings:profiles.use')}
        </Button>
      )}
      {!view.builtIn && mayRemove && (
        <Button
          variant="default"
          disabled={view.active}
          title={view.active ? t('settings:profiles.removeActive') : undefined}
          onClick={() => setAsking('remove')}
        >
          {t('settings:profiles.remove')}
        </Button>
      )}
      {asking === 'use' && (
        <ConfirmDialog
          title={t('settings:profiles.useConfirmTitle', { name })}
          confirm={t('settings:profiles.use')}
          busy={activate.isPending}
          onConfirm={() => activate.mutate({ profileId: id }, { onSuccess: refresh })}
          onClose={() => setAsking(null)}
        >
          <p>{t(consequences[environment])}</p>
          {activate.error !== null && <Problem failure={activate.error.failure} />}
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          grave
          title={t('settings:profiles.removeTitle', { name })}
          confirm={t('settings:profiles.removeConfirm')}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { profileId: id },
              {
                onSuccess: () => {
                  refresh();
                  onRemoved();
                },
              },
            )
          }
          onClose={() => setAsking(null)}
        >
          <p>{t('settings:profiles.removeText')}</p>
          {remove.error !== null && <Problem failure={remove.error.failure} />}
        </ConfirmDialog>
      )}
    </div>
  );
}
