/** Help inside the program: how to do the common tasks, the documents, the keys of what is shown, and the first steps of a new seat. */
import { Tabs, TextInput, Box } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import type { Language } from '#shared/languages.ts';
import { helpTopics, type HelpTopic } from '#renderer/session/navigation.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { matchingEntries } from '#renderer/words/matching.ts';
import { useActionRegistry, type ActionGroup } from '#renderer/ui/actions.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { later } from '#renderer/ui/later.tsx';
import { KeyHint, twins, type Keys } from '#renderer/ui/shortcuts.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { type GuidePlace, guideOf } from '#renderer/words/guide/guide.ts';
import { FirstSteps } from './first-steps.tsx';
import { DocumentBlocks } from './document-blocks.tsx';
import classes from './help.module.css';

const Administrators = later(() => import('./administrators.tsx'), 'Administrators');

/** Where the help opens: at one of its lists, or at a topic. */
export type HelpPlace = HelpTopic | GuidePlace | 'keys' | 'first-steps';

export function HelpDialog({ place, onClose }: { readonly place: HelpPlace; readonly onClose: () => void }) {
  const { t, language } = useText();
  const registry = useActionRegistry();
  // The keys of the screen behind, as they were when the dialog opened.
  const [groups] = useState(() => registry.offered());
  const [seeking, setSeeking] = useState('');
  const isSeeking = seeking.trim() !== '';
  const isNothing = matchingEntries([...topicsOf(t), ...sectionsOf(language)], seeking).length === 0;
  const administers = useMayAct('supervisor');
  const topic = helpTopics.find((known) => known === place) ?? null;
  const section = isGuidePlace(place) ? place : null;
  const tab = topic !== null ? 'how-to' : section !== null ? 'guide' : place;
  return (
    <Dialog onClose={onClose} size={720} title={t('help:title')}>
      <TextInput
        mb={8}
        aria-label={t('help:search')}
        placeholder={t('help:search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={textLimits.search}
        value={seeking}
        onChange={(event) => setSeeking(event.currentTarget.value)}
      />
      {isSeeking ? (
        <Box component="section" aria-label={t('help:found')} pt={16}>
          <Topics sought={null} seeking={seeking} />
          <Guide place={null} seeking={seeking} />
          {isNothing && <p role="status">{t('palette:none')}</p>}
        </Box>
      ) : (
        <Tabs defaultValue={tab} keepMounted={false} pt={4}>
          <Tabs.List aria-label={t('help:title')}>
            <Tabs.Tab value="how-to">{t('help:tabs.howTo')}</Tabs.Tab>
            <Tabs.Tab value="guide">{t('help:tabs.guide')}</Tabs.Tab>
            {administers && <Tabs.Tab value="administrators">{t('help:tabs.administrators')}</Tabs.Tab>}
            <Tabs.Tab value="keys" data-autofocus={tab === 'keys' ? true : undefined}>
              {t('help:tabs.keys')}
            </Tabs.Tab>
            <Tabs.Tab value="first-steps" data-autofocus={tab === 'first-steps' ? true : undefined}>
              {t('common:firstSteps')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="how-to" pt={16}>
            <Topics sought={topic} seeking="" />
          </Tabs.Panel>
          <Tabs.Panel value="guide" pt={16}>
            <Guide place={section} seeking="" />
          </Tabs.Panel>
          {administers && (
            <Tabs.Panel value="administrators" pt={16}>
              <Administrators />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="keys" pt={16}>
            <KeySheet groups={groups} />
          </Tabs.Panel>
          <Tabs.Panel value="first-steps" pt={16}>
            <FirstSteps onLeave={onClose} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Dialog>
  );
}

const topicsOf = (t: Translate) =>
  helpTopics.map((id) => ({
    id,
    name: t(`help:topics.${id}.title`),
    text: `${t(`help:topics.${id}.text`)} ${t(`palette:words.${id}`, { defaultValue: '' })}`,
  }));

/** @param seeking words that the shown topics have; empty for all of them */
function Topics({ sought, seeking }: { readonly sought: HelpTopic | null; readonly seeking: string }) {
  const { t } = useText();
  return (
    <dl className={classes.topics}>
      {matchingEntries(topicsOf(t), seeking).map(({ id, name }) => (
        <div
          key={id}
          className={classes.topic}
          data-sought={id === sought}
          // Focus goes to the topic that was asked for.
          {...(id === sought ? { tabIndex: -1, 'data-autofocus': true } : {})}
        >
          <dt>{name}</dt>
          <dd>{t(`help:topics.${id}.text`)}</dd>
        </div>
      ))}
    </dl>
  );
}

const isGuidePlace = (place: HelpPlace): place is GuidePlace => place.startsWith('guide-');

function KeySheet({ groups }: { readonly groups: readonly ActionGroup[] }) {
  const { t } = useText();
  return (
    <div className={classes.sheet}>
      {[...Map.groupBy(groups, ({ heading }) => heading)].map(([heading, same]) => (
        <KeyTable key={heading} heading={heading} rows={keyedRows(same)} />
      ))}
      <KeyTable
        heading={t('help:keys.lists')}
        rows={listKeys.map(({ does, keys }) => ({ name: t(`help:keys.${does}`), keys }))}
      />
    </div>
  );
}

/** Returns the actions of several groups that have keys, each once with all of them. */
function keyedRows(groups: readonly ActionGroup[]): readonly KeyedRow[] {
  const keyed = groups.flatMap(({ actions }) =>
    actions.flatMap(({ name, keys }) => (keys === undefined ? [] : [{ name, keys }])),
  );
  return [...Map.groupBy(keyed, ({ name }) => name)].map(([name, same]) => ({
    name,
    keys: same.flatMap(({ keys }) => [keys, ...(keys in twins ? [twins[keys] ?? ''] : [])]),
  }));
}

interface KeyedRow {
  readonly name: string;
  readonly keys: readonly Keys[];
}

/** Renders nothing without rows, so that no heading stands alone. */
function KeyTable({ heading, rows }: { readonly heading: string; readonly rows: readonly KeyedRow[] }) {
  if (rows.length === 0) return null;
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

/** The user's guide inside the help, in the language of the screen and without a network. */
const sectionsOf = (language: Language) =>
  guideOf(language).map(({ title, ...told }, index) => ({ name: title, index, ...told }));

/** @param seeking words that the shown sections have; empty for all sections */
function Guide({ place, seeking }: { readonly place: GuidePlace | null; readonly seeking: string }) {
  const { settings } = useSession();
  return (
    <div className={classes.topics}>
      {matchingEntries(sectionsOf(settings.language), seeking).map(({ name, blocks, index }) => {
        const sought = place === `guide-${index}`;
        return (
          <section
            key={name}
            className={classes.topic}
            data-sought={sought}
            data-autofocus={sought ? true : undefined}
            tabIndex={sought ? -1 : undefined}
          >
            <h3 className={classes.heading}>{name}</h3>
            <div className={classes.document}>
              <DocumentBlocks blocks={blocks} onFollow={() => null} />
            </div>
          </section>
        );
      })}
    </div>
  );
}

/** Keys of every list, which belong to no button. */
export const listKeys = [
  { does: 'move', keys: ['↑', '↓', 'j', 'k'] },
  { does: 'page', keys: ['PgUp', 'PgDn'] },
  { does: 'ends', keys: ['Home', 'End'] },
  { does: 'mark', keys: ['Space'] },
  { does: 'range', keys: ['Shift+↓', 'Shift+↑'] },
  { does: 'markAll', keys: ['Mod+A'] },
  { does: 'open', keys: ['Enter'] },
  { does: 'find', keys: ['/', 'Mod+F'] },
] as const;
