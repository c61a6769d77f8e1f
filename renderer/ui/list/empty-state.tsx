/** Explains why a list is empty and what would fill it. */
import { Box, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import parts from '#renderer/ui/parts.module.css';

export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  /** A Tabler icon, 24 px. */
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <Stack align="center" justify="center" gap={8} mih={200} p={24} ta="center">
      {icon !== undefined && (
        <Box component="span" c="var(--ink-faint)" lh={0} aria-hidden="true">
          {icon}
        </Box>
      )}
      <p className={parts.strong}>{title}</p>
      {children !== undefined && (
        <Box maw="44ch" className={parts.soft}>
          {children}
        </Box>
      )}
      {action}
    </Stack>
  );
}
