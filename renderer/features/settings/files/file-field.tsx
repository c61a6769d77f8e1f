/** A file of certificates that is read at once; what is wrong with it is said at the field. */
import { FileInput } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import type { FileIssue, FileText } from './certificate-files.ts';

export function FileField({
  label,
  hint,
  accept,
  read,
  error,
  onText,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly accept: string;
  readonly read: (file: File) => Promise<FileText>;
  readonly error?: string | undefined;
  /** The content; null when there is none, or none that can be used. */
  readonly onText: (text: string | null) => void;
}) {
  const { t } = useText();
  const [issue, setIssue] = useState<FileIssue | null>(null);
  const take = async (file: File | null): Promise<void> => {
    setIssue(null);
    if (file === null) {
      onText(null);
      return;
    }
    const content = await read(file);
    if (!content.ok) setIssue(content.issue);
    onText(content.ok ? content.text : null);
  };
  return (
    <FileInput
      label={label}
      description={hint}
      placeholder={t('settings:fields.chooseFile')}
      accept={accept}
      clearable
      clearButtonProps={{ 'aria-label': t('action.remove') }}
      leftSection={<IconFileCertificate size={18} aria-hidden />}
      error={issue === null ? error : t(`settings:issues.${issue}`)}
      onChange={(file) => void take(file)}
    />
  );
}
