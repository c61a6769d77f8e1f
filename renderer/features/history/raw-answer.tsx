/** Body of the answer as received. JSON is split into lines, anything else stays as it is. */
import { Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
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

/** JSON.rawJSON, which keeps the spelling of numbers. Missing from the type library so far. */
const exactJson = JSON as unknown as {
  rawJSON(text: string): unknown;
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
};

/** Returns JSON with line breaks; null when the text is not JSON. Keeps `55.0` as `55.0`, because the answer is evidence. */
export function laidOut(text: string): string | null {
  try {
    const value = exactJson.parse(text, (_key, part, { source }) =>
      typeof part === 'number' && source !== undefined ? exactJson.rawJSON(source) : part,
    );
    return JSON.stringify(value, null, 2);
  } catch {
    return null;
  }
}
