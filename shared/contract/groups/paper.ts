/** Paper, PDF and texts to send: the only ways in which anything leaves the program to be read elsewhere. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { paperOrderSchema } from '#shared/paper/paper-documents.ts';
import { sendChannelSchema } from '#shared/ledger/sent-receipts.ts';
import { languageSchema } from '#shared/seat/settings.ts';
import { call, type Group } from '#shared/contract/call.ts';

const copyFormSchema = z.enum(['link', 'text']);

export const paper = {
  calls: {
    /** Opens the system's print dialog. `printed` is false when the operator closed it. A cashier gets receipts alone. */
    print: call('cashier', paperOrderSchema, z.strictObject({ printed: z.boolean() })),
    /** Asks where to save and writes a PDF; null when the operator closed the dialog. `rows`: payments in it. */
    savePdf: call('cashier', paperOrderSchema, z.strictObject({ path: z.string(), rows: z.int() }).nullable()),
    /** Shows the operator's latest PDF in the system's file manager. The path is main's own. */
    showFile: call('cashier', z.void(), z.void()),
    /** Puts the link of the service's receipt, or a masked text for a mail, on the clipboard. */
    copy: call(
      'cashier',
      z.strictObject({ attemptId: idSchema, as: copyFormSchema, language: languageSchema }),
      z.strictObject({ copied: copyFormSchema }),
    ),
    /**
     * Opens the receipt as a message to the payment's own address, in the mail program or WhatsApp. `opened` is false when the
     * computer has no program for it. `to` is masked.
     */
    send: call(
      'cashier',
      z.strictObject({ attemptId: idSchema, by: sendChannelSchema, language: languageSchema }),
      z.strictObject({ opened: z.boolean(), to: z.string() }),
    ),
  },
  events: {},
} as const satisfies Group;
