/** The merchants of this seat: the list, and one of them to look at or change. */
import { Button, UnstyledButton } from '@mantine/core';
import { IconCircleCheckFilled, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '#renderer/session/new-id.ts';
import type { Profile, ProfileView } from '#shared/seat/merchant.ts';
import { useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Problem } from '#renderer/ui/problem.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { ConnectionCheck } from './connection-check.tsx';
import { ProfileActions } from './merchant-actions.tsx';
import { ProfileEditor } from './merchant-editor.tsx';
import { newProfile } from './merchant-values.ts';
import classes from '#renderer/features/settings/settings.module.css';

const newKey = ['draft', 'new-profile'] as const;

export function ProfilesSection() {
  const { t } = useText();
  const maySave = useMayAct('supervisor');
  const list = useCall('profiles', 'list', undefined);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const client = useQueryClient();
  // A new merchant that is half keyed is found again after a look at another screen.
  const [draft, keepDraft] = useState<Profile | null>(() => client.getQueryData<Profile>(newKey) ?? null);
  const [onDraft, setOnDraft] = useState(draft !== null);
  const setDraft = (next: Profile | null): void => {
    client.setQueryDefaults(newKey, { gcTime: Infinity });
    if (next === null) client.removeQueries({ queryKey: newKey });
    else client.setQueryData(newKey, next);
    keepDraft(next);
    setOnDraft(next !== null);
  };
  if (list.error !== null) return <Problem failure={list.error.failure} />;
  if (list.data === undefined) return <SlowNote of="loading" />;
  const views = list.data;
  const shown =
    !onDraft || draft === null
      ? (views.find((view) => view.profile.id === chosenId) ?? views.find((view) => view.active))
      : undefined;

  return (
    <div className={classes.profiles}>
      <nav aria-label={t('settings:profiles.list')} className={classes.profileList}>
        {views.map((view) => (
          <UnstyledButton
            key={view.profile.id}
            className={classes.profileItem}
            aria-current={view === shown}
            onClick={() => {
              setOnDraft(false);
              setChosenId(view.profile.id);
            }}
          >
            <span className={classes.profileName}>
              {view.profile.name}
              {view.active && <IconCircleCheckFilled size={16} role="img" aria-label={t('settings:profiles.active')} />}
            </span>
            <span className={classes.note}>
              {t(`environment.${view.profile.environment}`)}
              {view.builtIn && ` · ${t('settings:profiles.builtIn')}`}
            </span>
          </UnstyledButton>
        ))}
        {draft !== null && (
          <UnstyledButton className={classes.profileItem} aria-current={onDraft} onClick={() => setOnDraft(true)}>
            <span className={classes.profileName}>{t('settings:profiles.newTitle')}</span>
            <span className={classes.note}>{t('settings:profiles.unsaved')}</span>
          </UnstyledButton>
        )}
        {maySave && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={draft !== null}
            onClick={() => setDraft(newProfile(newId()))}
          >
            {t('settings:profiles.add')}
          </Button>
        )}
      </nav>
      {editor()}
    </div>
  );

  function editor() {
    if (onDraft && draft !== null) {
      return (
        <ProfileEditor
          key={draft.id}
          base={draft}
          view={null}
          onSaved={(view) => {
            setDraft(null);
            setChosenId(view.profile.id);
          }}
          onRemoved={() => setDraft(null)}
        />
      );
    }
    if (shown === undefined) return null;
    if (shown.builtIn || !maySave) return <LockedProfile view={shown} maySave={maySave} />;
    return (
      <ProfileEditor
        key={shown.profile.id}
        base={shown.profile}
        view={shown}
        onSaved={(view) => setChosenId(view.profile.id)}
        onRemoved={() => setChosenId(null)}
      />
    );
  }
}

/** A merchant that is shown and not changed: the built-in one, and all of them for who is no supervisor. */
function LockedProfile({ view, maySave }: { readonly view: ProfileView; readonly maySave: boolean }) {
  const { t } = useText();
  return (
    <div className={classes.editor}>
      <div className={classes.editorHead}>
        <h2 className={classes.strong}>{view.profile.name}</h2>
        <ProfileActions view={view} onRemoved={() => undefined} />
      </div>
      <div className={classes.editorBody}>
        <p className={classes.text}>{t(view.builtIn ? 'settings:profiles.trainingText' : 'settings:supervisorOnly')}</p>
        <dl className={classes.facts}>
          <div>
            <dt>{t('settings:fields.environment')}</dt>
            <dd>{t(`environment.${view.profile.environment}`)}</dd>
          </div>
          <div>
            <dt>{t('settings:fields.baseUrl')}</dt>
            <dd className={classes.mono}>{view.profile.baseUrl}</dd>
          </div>
        </dl>
        {maySave && <ConnectionCheck key={view.profile.id} profileId={view.profile.id} unsaved={false} />}
      </div>
    </div>
  );
}
