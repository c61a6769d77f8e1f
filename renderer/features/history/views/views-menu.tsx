/** The menu of saved views beside the filters, and what became of the last one removed. */
import { Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconCheck, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import type { ViewsDesk } from './use-views.ts';
import { mostViews, viewKey } from '#shared/ledger/saved-views.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { textLimits } from '#shared/text-limits.ts';
import { Dialog, DialogFoot } from '#renderer/ui/dialog.tsx';
import { Form } from '#renderer/ui/parts.tsx';

export function ViewsMenu({ desk }: { readonly desk: ViewsDesk }) {
  const { t } = useText();
  const { views, current } = desk;
  const label = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // The menu closes, and the focus has to be somewhere that stays.
  const act = (run: () => void) => (): void => {
    setOpened(false);
    label.current?.focus();
    run();
  };
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
      opened={opened}
      onChange={setOpened}
      width={280}
    >
      <Menu.Target>
        <Button
          ref={label}
          size="compact-md"
          variant={current === null ? 'default' : 'light'}
          maw={260}
          leftSection={
            current === null ? <IconBookmark size={18} aria-hidden /> : <IconBookmarkFilled size={18} aria-hidden />
          }
        >
          {current === null ? t('history:views.label') : t('history:views.one', { name: current.name })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown
        mah="min(calc(60vh / var(--scale, 1)), calc(100vh / var(--scale, 1) - 220px))"
        style={{ overflowY: 'auto' }}
      >
        {views.length === 0 && <Menu.Label>{t('history:views.none')}</Menu.Label>}
        {views.map((view) => (
          <Menu.Item
            key={view.name}
            aria-current={view === current ? true : undefined}
            data-autofocus={view === current ? true : undefined}
            aria-keyshortcuts="Delete"
            // The menu gives the focus without scrolling.
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
            rightSection={view === current && <IconCheck size={16} aria-hidden />}
            onClick={act(() => desk.open(view))}
            onKeyDown={(event) => {
              if (event.key !== 'Delete') return;
              event.preventDefault();
              act(() => desk.remove(view))();
            }}
          >
            {view.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          disabled={desk.ask === undefined}
          leftSection={<IconDeviceFloppy size={18} aria-hidden />}
          rightSection={<KeyHint keys="Mod+S" />}
          onClick={act(() => desk.ask?.())}
        >
          {t('history:views.save')}
        </Menu.Item>
        {current !== null && (
          <Menu.Item
            leftSection={<IconTrash size={18} aria-hidden />}
            rightSection={<KeyHint keys="Delete" />}
            onClick={act(() => desk.remove(current))}
          >
            {t('history:views.remove', { name: current.name })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says that a view was removed, and takes it back; or why it was not. */
export function ViewsNote({ desk }: { readonly desk: ViewsDesk }) {
  const { t } = useText();
  if (desk.failure !== null && !desk.isAsking) return <FailureNotice failure={desk.failure} act="recording" />;
  if (desk.removed === null) return null;
  return (
    <Group gap="8px 12px">
      <p role="status">{t('history:views.removed', { name: desk.removed.name })}</p>
      <Button size="compact-md" onClick={desk.undo}>
        {t('action.undo')}
      </Button>
    </Group>
  );
}

/** Asks for the name under which the filters are saved. A name that is there already is saved again. */
export function SaveViewDialog({ desk }: { readonly desk: ViewsDesk }) {
  const { t } = useText();
  const renamed = desk.lastName;
  const [name, setName] = useState(renamed ?? '');
  const [tried, setTried] = useState(false);
  const isKnown = desk.views.some((view) => viewKey(view.name) === viewKey(name));
  const mayRename = renamed !== null && viewKey(renamed) !== viewKey(name) && name.trim() !== '';
  const issueOf = (former: string | null): string | null => {
    if (name.trim() === '') return t('history:views.noName');
    if (holdsCardNumber(name)) return t('charge:issue.card-number-here');
    const isFull = desk.views.length >= mostViews && !isKnown && former === null;
    return isFull ? t('history:views.full', { max: mostViews }) : null;
  };
  const save = (former: string | null): void => {
    setTried(true);
    if (issueOf(former) === null) desk.save(name.trim(), former);
  };
  return (
    <Dialog onClose={desk.leave} title={t('history:views.save')}>
      <Form onSend={() => save(null)}>
        <Stack gap={16}>
          <TextInput
            data-autofocus
            label={t('history:views.name')}
            description={t('history:views.saveHint')}
            maxLength={textLimits.viewName}
            error={tried ? issueOf(null) : undefined}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {desk.failure !== null && <FailureNotice failure={desk.failure} act="recording" />}
          <DialogFoot>
            <Button onClick={desk.leave}>{t('action.cancel')}</Button>
            {mayRename && <Button onClick={() => save(renamed)}>{t('history:views.rename', { name: renamed })}</Button>}
            <Button variant="filled" type="submit" loading={desk.isSaving}>
              {t(isKnown ? 'history:views.replace' : 'history:views.save')}
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Dialog>
  );
}
