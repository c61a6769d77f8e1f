/** Version of the program, and the packages of others inside it with their licences. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { bom, licenceTexts } from '#shared/seat/inside-packages.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import parts from '#renderer/ui/parts.module.css';
import { TableHead } from '#renderer/ui/parts.tsx';

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
    <Dialog size="lg" onClose={onClose} title={<strong className={parts.strong}>{t('settings:about.title')}</strong>}>
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
