/** Opens receipt links: in the system's browser, or in our own locked-down window for training receipts. */
import { BrowserWindow, session, shell, type Session, type WebContents } from 'electron';
import { denyPermissions, denyRequests } from '#electron/shell/window/guards.ts';
import { readReceiptLink } from '#shared/payments/receipt-link.ts';
import type { Language } from '#shared/languages.ts';
import type { Words } from '#electron/shell/words.ts';
import { isMessageUrl, messageUrl, type ReceiptMessage } from './receipt-message.ts';
import { comesFrom, type ReceiptOrigin } from './receipt-trust.ts';

/** The training gateway as the receipts' window needs it. */
interface ReceiptGateway extends ReceiptOrigin {
  /** Returns the link that opens the receipt now; null when the link leads to no receipt of this machine. */
  receiptLink(link: string, view: { readonly language: Language; readonly currencySign: string }): string | null;
}

export type Receipts = ReturnType<typeof createReceipts>;

/** Session partition in memory, so that nothing of a receipt is kept. */
const partition = 'training-receipts';

/** The training gateway: as it runs, and started if need be. */
interface ReceiptTraining {
  readonly running: () => ReceiptGateway | null;
  readonly started: () => Promise<ReceiptGateway | null>;
}

export function createReceipts({ running, started }: ReceiptTraining, words: () => Words) {
  let locked: Session | null = null;
  let window: BrowserWindow | null = null;

  const mayShow = (url: string): boolean => {
    const origin = running()?.origin;
    return origin !== undefined && URL.canParse(url) && new URL(url).origin === origin;
  };

  function lockedSession(): Session {
    if (locked !== null) return locked;
    locked = session.fromPartition(partition);
    denyPermissions(locked);
    denyRequests(locked, mayShow);
    locked.setCertificateVerifyProc(({ hostname, certificate }, decide) => {
      const current = running();
      // 0 trusts, -2 refuses.
      decide(current !== null && comesFrom(current, hostname, certificate.data, new Date()) ? 0 : -2);
    });
    return locked;
  }

  return {
    /** Opens a link in the system's browser. Only https is allowed. Rejects when the system has no browser. */
    async openOutside(url: string) {
      const { href, host } = new URL(url);
      // The host that was shown is the one that opens.
      if (readReceiptLink(url)?.host !== host) throw new Error('Only plain https links are opened');
      await shell.openExternal(href);
    },
    /** Opens a message in the mail program or at WhatsApp. False when the system has no program for it. */
    async openMessage(message: ReceiptMessage): Promise<boolean> {
      const url = messageUrl(message);
      if (!isMessageUrl(url)) return false;
      return shell.openExternal(url).then(
        () => true,
        () => false,
      );
    },
    /** Opens a training receipt. False when the link is not of the training gateway, whose port may have changed since. */
    async openTraining(url: string, currencySign: string): Promise<boolean> {
      const gateway = await started();
      const { t, language } = words();
      const receipt = gateway?.receiptLink(url, { language, currencySign }) ?? null;
      if (receipt === null) return false;
      window?.close();
      window = new BrowserWindow({
        width: 480,
        height: 720,
        title: t('shell:receipt.title'),
        autoHideMenuBar: true,
        webPreferences: {
          session: lockedSession(),
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webviewTag: false,
          javascript: false,
          spellcheck: false,
          devTools: false,
        },
      });
      window.on('closed', () => {
        window = null;
      });
      window.loadURL(receipt).catch(() => undefined);
      return true;
    },
    /** True for the contents of a receipt, which may show its own origin and nothing else. */
    owns: (contents: WebContents): boolean => locked !== null && contents.session === locked,
    mayShow,
  };
}
