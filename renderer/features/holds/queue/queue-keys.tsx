/** Lists the keyboard shortcuts of the queue, below it. */
import { Group } from '@mantine/core';
import { useText } from '#renderer/words/i18n.ts';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';

const keys = [
  { keys: ['↑', '↓'], does: 'holds:keys.move' },
  { keys: ['Space'], does: 'holds:keys.select' },
  { keys: ['Mod+A'], does: 'holds:keys.all' },
  { keys: ['Enter'], does: 'holds:keys.review' },
  { keys: ['/'], does: 'holds:keys.filter' },
] as const;

export function QueueKeys() {
  const { t } = useText();
  return (
    <Group component="p" className={parts.note} gap="4px 16px" role="note" aria-label={t('holds:keys.label')}>
      {keys.map((entry) => (
        <span key={entry.does} className={parts.badge}>
          {entry.keys.map((key) => (
            <KeyHint key={key} keys={key} />
          ))}
          {t(entry.does)}
        </span>
      ))}
    </Group>
  );
}
