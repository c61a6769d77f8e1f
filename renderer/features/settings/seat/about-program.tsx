/** Version of the program, the packages of others inside it with their licences, and its updates. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { bom, licenceTexts } from '#shared/seat/inside-packages.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useText, tell, type Translate } from '#renderer/words/i18n.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import parts from '#renderer/ui/parts.module.css';
import { TableHead, Part } from '#renderer/ui/parts.tsx';
import type { UpdateState } from '#shared/updates/updates.ts';
import { ManagedNote } from '#renderer/features/settings/managed-note.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { useFormats, type Formats } from '#renderer/words/formats.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import classes from '#renderer/features/settings/settings.module.css';

export function AboutProgram() {
  const { t } = useText();
  const [shown, setShown] = useState(false);
  const program = useCall('seat', 'program', undefined).data;
  if (program === undefined) return null;
  return (
    <Group gap={12}>
      <p className={parts.note}>{t('settings:seat.version', program)}</p>
      <Button variant="subtle" color="gray" size="compact-md" onClick={() => setShown(true)}>
        {t('settings:about.open')}
      </Button>
      {shown && <InsidePackages onClose={() => setShown(false)} />}
    </Group>
  );
}

function InsidePackages({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const packages = useCall('seat', 'insidePackages', undefined).data;
  const show = useAction('seat', 'showLegalFiles');
  return (
    <Dialog size="lg" onClose={onClose} title={t('settings:about.title')}>
      {packages === null && <p className={parts.note}>{t('settings:about.missing')}</p>}
      {packages != null && (
        <>
          <Group justify="space-between" align="start" wrap="nowrap" mb={12}>
            <p className={parts.note}>{t('settings:about.files', { bom, licenceTexts })}</p>
            <Button flex="none" onClick={() => show.mutate(undefined)}>
              {t('settings:about.show')}
            </Button>
          </Group>
          <table className={parts.table}>
            <TableHead
              names={[t('settings:about.package'), t('settings:about.version'), t('settings:about.licence')]}
            />
            <tbody>
              {packages.map(({ name, version, licence }) => (
                <tr key={`${name} ${version}`}>
                  <th scope="row">{name}</th>
                  <td>{version}</td>
                  <td>{licence}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  );
}

/** Updates of the program: what is known, and the buttons of those who may act. */
export function UpdatesPart() {
  const { t } = useText();
  const formats = useFormats();
  const mayAct = useMayAct('supervisor');
  const state = useCall('updates', 'state', undefined).data;
  const look = useAction('updates', 'look');
  const restart = useAction('updates', 'restart');
  if (state === undefined) return null;
  const failure = restart.error?.failure ?? look.error?.failure ?? null;
  const waits = state.kind === 'looking' || state.kind === 'found' || state.kind === 'downloading';
  return (
    <Part title={t('settings:updates.title')}>
      <p className={parts.note} role="status">
        {stateWords(t, formats, state)}
      </p>
      {state.kind !== 'off' && <ManagedNote part="updates" text={t('settings:policy.updates')} />}
      {'notes' in state && state.notes !== '' && (
        <details className={parts.note}>
          <summary>{t('settings:updates.notes', { version: state.version })}</summary>
          <p className={classes.releaseNotes}>{state.notes}</p>
        </details>
      )}
      {mayAct && state.kind !== 'off' && (
        <Group gap={12}>
          {state.kind === 'ready' && (
            <Button variant="filled" loading={restart.isPending} onClick={() => restart.mutate(undefined)}>
              {t('settings:updates.restart')}
            </Button>
          )}
          <Button disabled={waits} loading={look.isPending} onClick={() => look.mutate(undefined)}>
            {t('settings:updates.look')}
          </Button>
        </Group>
      )}
      {mayAct && state.kind === 'ready' && <p className={parts.note}>{t('settings:updates.restartHint')}</p>}
      {failure !== null && <FailureNotice failure={failure} act="recording" />}
    </Part>
  );
}

function stateWords(t: Translate, { moment }: Formats, state: UpdateState): string {
  switch (state.kind) {
    case 'off':
      return t(`settings:updates.off.${state.why}`);
    case 'ready':
      return t(state.atEnd ? 'settings:updates.atEnd' : 'settings:updates.onRestart', { version: state.version });
    case 'failed':
      return t(`settings:updates.failed.${state.why}`, { when: moment(state.at) });
    default:
      return tell(t, `settings:updates.${state.kind}`, { ...state, when: 'at' in state ? moment(state.at) : '' });
  }
}
