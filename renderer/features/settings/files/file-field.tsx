/** A file of certificates that is read at once; what is wrong with it is said at the field. */
import { FileInput } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useContext, useRef, useState, createContext, useEffect, useLayoutEffect, useMemo } from 'react';
import { useText } from '#renderer/words/i18n.ts';

export function FileField({
  label,
  hint,
  accept,
  read,
  error,
  takesFocus = false,
  onText,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly accept: string;
  readonly read: (file: File) => Promise<FileText>;
  readonly error?: string | undefined;
  /** The field takes the place of the button that was pressed. */
  readonly takesFocus?: boolean;
  /** Takes the content once the file is read, or null when it can't be used. Other fields may have changed meanwhile. */
  readonly onText: (text: string | null) => void;
}) {
  const { t } = useText();
  const [issue, setIssue] = useState<FileIssue | null>(null);
  const reads = useContext(FileReadsContext);
  const last = useRef<File | null>(null);
  const input = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (issue === null) return undefined;
    return reads.refuse(() => {
      input.current?.closest('details')?.setAttribute('open', '');
      input.current?.focus();
    });
  }, [issue, reads]);
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
      ref={input}
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

type FileIssue = 'pem' | 'pemKey' | 'fileTooLarge' | 'fileUnreadable';
type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly issue: FileIssue };

/** Characters that the merchant takes. */
const longestFile = 200_000;

async function readPem(file: File, marker: RegExp, issue: FileIssue): Promise<FileText> {
  if (file.size > longestFile) return { ok: false, issue: 'fileTooLarge' };
  const text = await file.text();
  return marker.test(text) ? { ok: true, text } : { ok: false, issue };
}

/** Files of certificates and keys, read in the page; none is ever as large as the limit. */
export const readCertificatePem = (file: File): Promise<FileText> =>
  readPem(file, /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/, 'pem');
export const readKeyPem = (file: File): Promise<FileText> =>
  readPem(file, /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/, 'pemKey');

/** A binary file as base64. */
export async function readBinary(file: File): Promise<FileText> {
  if (file.size > longestFile) return { ok: false, issue: 'fileTooLarge' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { ok: true, text: btoa(text) };
}

interface FileReads {
  /** Counts a read until the returned function is called. */
  begin(): () => void;
  /** Holds a file that can't be used until the returned function is called. A submit shows it instead. */
  refuse(show: () => void): () => void;
}

/** Lets a form wait for the files that its fields are still reading. */
export const FileReadsContext = createContext<FileReads>({
  begin: () => () => undefined,
  refuse: () => () => undefined,
});

/**
 * Holds a submit back until every chosen file is read, because a form submitted in between would miss its file, and while one can't
 * be used, because the form would be sent as if none had been chosen.
 * @param submit called with the state after the last read
 */
export function useFileReads(submit: () => void): { readonly reads: FileReads; readonly submit: () => void } {
  const begun = useRef(0);
  const [ended, setEnded] = useState(0);
  /** Reads whose content is in the state that `submit` sees. A read that has just ended is not, until the next render. */
  const seen = useRef(0);
  const wanted = useRef(false);
  const refused = useRef(new Set<() => void>());
  const reads = useMemo(
    (): FileReads => ({
      begin() {
        begun.current += 1;
        return () => setEnded((count) => count + 1);
      },
      refuse(show) {
        refused.current.add(show);
        return () => void refused.current.delete(show);
      },
    }),
    [],
  );
  const submitUsable = (): void => {
    const [show] = refused.current;
    if (show === undefined) submit();
    else show();
  };
  useEffect(() => {
    seen.current = ended;
    if (!wanted.current || seen.current < begun.current) return;
    wanted.current = false;
    submitUsable();
  });
  return {
    reads,
    submit: () => {
      if (seen.current === begun.current) submitUsable();
      else wanted.current = true;
    },
  };
}
