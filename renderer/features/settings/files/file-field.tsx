/** A file of certificates that is read at once; what is wrong with it is said at the field. */
import { FileInput } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useContext, useRef, useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import type { FileIssue, FileText } from './certificate-files.ts';
import { FileReadsContext } from './file-reads.ts';

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
  /** Takes the content once the file is read, or null when it can't be used. Other fields may have changed meanwhile. */
  readonly onText: (text: string | null) => void;
}) {
  const { t } = useText();
  const [issue, setIssue] = useState<FileIssue | null>(null);
  const reads = useContext(FileReadsContext);
  const last = useRef<File | null>(null);
  const take = async (file: File | null): Promise<void> => {
    last.current = file;
    setIssue(null);
    if (file === null) {
      onText(null);
      return;
    }
    const end = reads.begin();
    // A file that was moved, or that the system refuses, is reported like one without a certificate.
    const content = await read(file).catch((): FileText => ({ ok: false, issue: 'fileUnreadable' }));
    // Another file may have been chosen while this one was read.
    if (last.current === file) {
      if (!content.ok) setIssue(content.issue);
      onText(content.ok ? content.text : null);
    }
    end();
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
