/** Gives the receipt of a payment away: printed, as PDF, on the clipboard, or by the service's own page. */
import { Button, Group, Stack } from '@mantine/core';
import {
  IconBrandWhatsapp,
  IconCheck,
  IconClipboardText,
  IconLink,
  IconMail,
  IconReceipt,
  IconExternalLink,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { receiptStageOf, type ReceiptStage } from '#shared/paper/receipt-stage.ts';
import { addressOf, type SendChannel } from '#shared/ledger/sent-receipts.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { ReceiptLink } from '#shared/payments/receipt-link.ts';
import type { Language } from '#shared/languages.ts';
import { useAction } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { PaperDialog } from '#renderer/ui/paper/paper-dialog.tsx';
import { usePaper, type PaperSubject, usePrintCommand } from '#renderer/ui/paper/use-paper.ts';
import { useText } from '#renderer/words/i18n.ts';
import { PaymentName } from '#renderer/ui/texts/payment-name.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { Dialog, DialogFoot } from '#renderer/ui/dialog.tsx';
import { Callout } from '#renderer/ui/parts.tsx';
import parts from '#renderer/ui/parts.module.css';

/** Key of the receipt of what a screen or a dialog shows. */
export const receiptKeys = 'F4';

/** Looks of the ways to send it, which stand in two columns: room for the longest words in both languages. */
const inColumn = { miw: 200, justify: 'flex-start' } as const;

/** Returns the key of its name: nothing was charged yet for a hold. */
export const receiptName = (stage: ReceiptStage) =>
  stage === 'held' || stage === 'expired' ? 'printing:hold' : 'printing:receipt';

interface ReceiptProps {
  readonly attempt: Attempt;
  /** Words on the button of the service's receipt. */
  readonly label: string;
  /** The service's own receipt; null without one. */
  readonly link: ReceiptLink | null;
  /** Key of the first receipt, which is the one that is printed; undefined for others. */
  readonly keys: string | undefined;
  /** The dialog that prints it is open from the start. */
  readonly opened: boolean;
}

export function ReceiptButton({ attempt, label, link, keys, opened }: ReceiptProps) {
  // A hold that has run out is told from one that lasts on the paper itself.
  const stage = receiptStageOf(attempt, false);
  return (
    <>
      {keys !== undefined && stage !== null && <OwnReceipt {...{ attempt, link, keys, opened, stage }} />}
      {link !== null && <ServiceReceipt attempt={attempt} label={label} link={link} />}
    </>
  );
}

interface OwnReceiptProps extends Pick<ReceiptProps, 'attempt' | 'link' | 'opened'> {
  readonly keys: string;
  readonly stage: ReceiptStage;
}

function OwnReceipt({ attempt, link, keys, opened, stage }: OwnReceiptProps) {
  const { t, language } = useText();
  const { settings } = useSession();
  const [open, setOpen] = useState(opened);
  const copying = useCopying(attempt);
  const { copy, give } = copying;
  const subject: PaperSubject = { kind: 'receipt', attemptId: attempt.id };
  const desk = usePaper(subject);
  const start = open ? undefined : (): void => setOpen(true);
  const words = t(receiptName(stage));
  const form = link === null ? 'text' : 'link';
  useActions(t('printing:title.receipt'), [
    { name: words, keys, run: start },
    { name: words, keys: 'Mod+P', run: start },
    {
      name: t('printing:pdf'),
      keys: 'Mod+Shift+P',
      run: open ? undefined : () => desk.savePdf({ ...settings, language }),
    },
    {
      name: t(link === null ? 'printing:copyText' : 'printing:copyLink'),
      keys: 'Mod+Shift+C',
      run: () => give(form, language),
    },
  ]);
  usePrintCommand(start);
  return (
    <>
      <KeyButton icon={IconReceipt} keys={keys} onClick={start}>
        {words}
      </KeyButton>
      {!open && (
        <>
          {desk.failure !== null && <FailureNotice failure={desk.failure} act="giving" />}
          {copy.error !== null && <FailureNotice failure={copy.error.failure} act="giving" />}
          <Done words={copying.words} />
          <Done words={desk.saved === null ? '' : t('printing:saved', { path: desk.saved })} />
          {desk.saved !== null && (
            <Button size="compact-md" onClick={desk.showFile}>
              {t('work:show')}
            </Button>
          )}
        </>
      )}
      {open && (
        <PaperDialog
          subject={subject}
          about={<PaymentName of={attempt} />}
          onClose={() => setOpen(false)}
          renderMore={(chosen) => <WaysToGive attempt={attempt} link={link} copying={copying} language={chosen} />}
        />
      )}
    </>
  );
}

/** Copies the receipt, as a link or as text. */
function useCopying({ id }: Attempt) {
  const { t } = useText();
  const copy = useAction('paper', 'copy');
  return {
    copy,
    give: (as: 'link' | 'text', language: Language): void => copy.mutate({ attemptId: id, as, language }),
    /** Says that it was copied; empty before. */
    words:
      copy.data === undefined ? '' : t(copy.data.copied === 'text' ? 'printing:textCopied' : 'printing:linkCopied'),
  };
}

interface WaysProps extends Pick<ReceiptProps, 'attempt' | 'link'> {
  readonly copying: ReturnType<typeof useCopying>;
  readonly language: Language;
}

/** Ways to give the receipt to the customer without paper. */
function WaysToGive({ attempt, link, copying, language }: WaysProps) {
  const { t } = useText();
  const { copy, give, words } = copying;
  return (
    <Stack gap={8}>
      <p className={parts.strong}>{t('printing:send')}</p>
      <Group gap={8}>
        {link !== null && (
          <KeyButton {...inColumn} icon={IconLink} onClick={() => give('link', language)}>
            {t('printing:copyLink')}
          </KeyButton>
        )}
        <KeyButton {...inColumn} icon={IconClipboardText} onClick={() => give('text', language)}>
          {t('printing:copyText')}
        </KeyButton>
        <Done words={words} />
      </Group>
      {copy.error !== null && <FailureNotice failure={copy.error.failure} act="giving" />}
      <Group gap={8} align="start">
        {(['mail', 'whatsapp'] as const).map((by) => (
          <SendButton key={by} attempt={attempt} by={by} language={language} />
        ))}
      </Group>
    </Stack>
  );
}

/** Opens the receipt as a message to the customer. Without an address it says why it can't be pressed. */
function SendButton({
  attempt,
  by,
  language,
}: {
  readonly attempt: Attempt;
  readonly by: SendChannel;
  readonly language: Language;
}) {
  const { t } = useText();
  const send = useAction('paper', 'send');
  const reason = useId();
  const impossible = addressOf(attempt, by) === null;
  const Icon = by === 'mail' ? IconMail : IconBrandWhatsapp;
  return (
    <Group gap="8px 12px">
      <KeyButton
        {...inColumn}
        icon={Icon}
        disabled={impossible}
        aria-describedby={impossible ? reason : undefined}
        loading={send.isPending}
        onClick={() => send.mutate({ attemptId: attempt.id, by, language })}
      >
        {t(`printing:${by}.open`)}
      </KeyButton>
      {impossible && <span id={reason}>{t(`printing:${by}.noAddress`)}</span>}
      <Done words={send.data?.opened === true ? t(`printing:${by}.opened`, { to: send.data.to }) : ''} />
      {send.data?.opened === false && <span role="alert">{t(`printing:${by}.noProgram`)}</span>}
      {send.error !== null && <FailureNotice failure={send.error.failure} act="giving" />}
    </Group>
  );
}

/** Says in place what was done, and is announced once. */
const Done = ({ words }: { readonly words: string }) => (
  <span className={parts.said} role="status">
    {words !== '' && (
      <>
        <IconCheck size={18} aria-hidden />
        {words}
      </>
    )}
  </span>
);

interface ServiceReceiptProps extends Pick<ReceiptProps, 'attempt' | 'label'> {
  readonly link: ReceiptLink;
}

function ServiceReceipt({ attempt, label, link }: ServiceReceiptProps) {
  const { t } = useText();
  const open = useAction('history', 'openReceipt');
  const [asking, setAsking] = useState(false);
  const known = useKnownHost(attempt, link.host);
  const openReceipt = (): void => {
    setAsking(false);
    open.mutate({ id: attempt.id });
  };
  const start = known ? openReceipt : () => setAsking(true);
  return (
    <>
      <KeyButton icon={IconExternalLink} onClick={start}>
        {label}
      </KeyButton>
      {open.error !== null && <FailureNotice failure={open.error.failure} act="giving" />}
      {asking && (
        <Dialog onClose={() => setAsking(false)} title={t('outcomes:receiptLink.title')}>
          <Stack gap={16}>
            <p>{t('outcomes:receiptLink.body')}</p>
            <Callout tone="plain">
              <bdi dir="ltr" className={parts.strong}>
                {link.host}
              </bdi>
            </Callout>
            <p>{t('outcomes:receiptLink.check')}</p>
            <DialogFoot>
              <Button onClick={() => setAsking(false)} data-autofocus>
                {t('action.cancel')}
              </Button>
              <Button variant="filled" onClick={openReceipt}>
                {t('outcomes:receiptLink.open')}
              </Button>
            </DialogFoot>
          </Stack>
        </Dialog>
      )}
    </>
  );
}

/** True when nothing has to be asked: main opens only its own gateway's receipts in training, and the host is the service's. */
function useKnownHost(attempt: Attempt, host: string): boolean {
  const { merchant } = useSession().merchant;
  if (attempt.environment === 'training') return true;
  return attempt.merchantId === merchant.id && new URL(merchant.baseUrl).host === host;
}
