/** Help inside the program: how to do the common tasks, the keys of what is shown, and the first steps of a new seat. */
import { Modal, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useActionRegistry, type ActionGroup } from '#renderer/ui/actions.tsx';
import { KeyHint, twins, type Keys } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { FirstSteps } from './first-steps.tsx';
import { listKeys, topics } from './key-list.ts';
import classes from './help.module.css';

export type HelpTab = 'how-to' | 'keys' | 'first-steps';

export function HelpDialog({ tab, onClose }: { readonly tab: HelpTab; readonly onClose: () => void }) {
  const { t } = useText();
  const registry = useActionRegistry();
  // The keys of the screen behind, as they were when the dialog opened.
  const [groups] = useState(() => registry.offered());
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      transitionProps={{ duration: 0 }}
      title={<strong className={classes.heading}>{t('help:title')}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Tabs defaultValue={tab} keepMounted={false}>
        <Tabs.List aria-label={t('help:title')}>
          <Tabs.Tab value="how-to" data-autofocus={tab === 'how-to' ? true : undefined}>
            {t('help:tabs.howTo')}
          </Tabs.Tab>
          <Tabs.Tab value="keys" data-autofocus={tab === 'keys' ? true : undefined}>
            {t('help:tabs.keys')}
          </Tabs.Tab>
          <Tabs.Tab value="first-steps" data-autofocus={tab === 'first-steps' ? true : undefined}>
            {t('common:firstSteps')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="how-to" className={classes.panel}>
          <dl className={classes.topics}>
            {topics.map((topic) => (
              <div key={topic}>
                <dt>{t(`help:topics.${topic}.title`)}</dt>
                <dd>{t(`help:topics.${topic}.text`)}</dd>
              </div>
            ))}
          </dl>
        </Tabs.Panel>
        <Tabs.Panel value="keys" className={classes.panel}>
          <KeySheet groups={groups} />
        </Tabs.Panel>
        <Tabs.Panel value="first-steps" className={classes.panel}>
          <FirstSteps onLeave={onClose} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

function KeySheet({ groups }: { readonly groups: readonly ActionGroup[] }) {
  const { t } = useText();
  return (
    <div className={classes.sheet}>
      {groups
        .map(({ heading, actions }) => ({ heading, keyed: actions.filter(({ keys }) => keys !== undefined) }))
        .filter(({ keyed }) => keyed.length > 0)
        .map(({ heading, keyed }) => (
          <KeyTable
            key={heading}
            heading={heading}
            rows={keyed.map(({ name, keys = '' }) => ({
              name,
              keys: [keys, ...(keys in twins ? [twins[keys] ?? ''] : [])],
            }))}
          />
        ))}
      <KeyTable
        heading={t('help:keys.lists')}
        rows={listKeys.map(({ does, keys }) => ({ name: t(`help:keys.${does}`), keys }))}
      />
    </div>
  );
}

function KeyTable({
  heading,
  rows,
}: {
  readonly heading: string;
  readonly rows: readonly { readonly name: string; readonly keys: readonly Keys[] }[];
}) {
  return (
    <table className={classes.keys}>
      <caption className={classes.heading}>{heading}</caption>
      <tbody>
        {rows.map(({ name, keys }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {keys.map((one) => (
                <KeyHint key={one} keys={one} spoken />
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
