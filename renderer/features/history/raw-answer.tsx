/** Body of the answer as received. JSON is split into lines, anything else stays as it is. */
import { Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { laidOut } from './laid-out.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './history.module.css';

export function RawAnswer({ text }: { readonly text: string | null }) {
  const { t } = useText();
  const [wrap, setWrap] = useState(true);
  if (text === null) return <p className={parts.note}>{t('history:details.rawNone')}</p>;
  return (
    <Stack gap={8} flex="1 1 auto" mih={0}>
      <Group justify="space-between" gap={12} wrap="nowrap">
        <p className={parts.note}>{t('history:details.rawNote')}</p>
        <Checkbox
          label={t('history:details.wrap')}
          checked={wrap}
          onChange={(event) => setWrap(event.currentTarget.checked)}
          flex="none"
        />
      </Group>
      <pre className={classes.raw} data-wrap={wrap} aria-label={t('history:details.tabs.answer')}>
        {laidOut(text) ?? text}
      </pre>
    </Stack>
  );
}
