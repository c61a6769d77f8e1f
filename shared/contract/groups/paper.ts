/** Paper, PDF and texts to send: the only ways in which anything leaves the program to be read elsewhere. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { paperOrderSchema, type PaperOrder } from '#shared/paper/paper-documents.ts';
import { sendChannelSchema } from '#shared/ledger/sent-receipts.ts';
import { languageSchema } from '#shared/seat/settings.ts';
import { call, needs, writtenFileSchema, type Group } from '#shared/contract/call.ts';
import { printed, savedAsPdf } from '#shared/contract/deeds.ts';
import type { Failure } from '#shared/failure.ts';
import type { Role } from '#shared/role.ts';

const copyFormSchema = z.enum(['link', 'text']);

/** Refuses documents with the data of many to a cashier. */
const ofMany = ({ document }: PaperOrder, role: Role): Failure | null =>
  document.kind === 'receipt' ? null : needs('back-office', role);

/** A receipt is given to its customer. Documents with the data of many need what an export of them needs. */
const exported = ({ document, language }: PaperOrder) => (document.kind === 'receipt' ? null : { document, language });

export const paper = {
  calls: {
    /** Opens the system's print dialog. `printed` is false when the operator closed it. A cashier gets receipts alone. */
    print: call('cashier', paperOrderSchema, z.strictObject({ printed: z.boolean() }), {
      refuses: ofMany,
      // The close of a day and its comparison are printed every day, and have no names in them.
      stepUp: {
        act: 'export',
        about: (order) => (['day-close', 'reconciliation'].includes(order.document.kind) ? null : exported(order)),
      },
      leaves:
        ({ document }) =>
        (done) =>
          done.printed ? printed(document) : null,
    }),
    /** Asks where to save and writes a PDF; null when the operator closed the dialog. `rows`: payments in it. */
    savePdf: call('cashier', paperOrderSchema, writtenFileSchema, {
      refuses: ofMany,
      stepUp: { act: 'export', about: exported },
      leaves:
        ({ document }) =>
        (written) =>
          savedAsPdf(document, written),
    }),
    /** Shows the operator's latest PDF in the system's file manager. The path is main's own. */
    showFile: call('cashier', z.void(), z.void()),
    /** Puts the link of the service's receipt, or a masked text for a mail, on the clipboard. */
    copy: call(
      'cashier',
      z.strictObject({ attemptId: idSchema, as: copyFormSchema, language: languageSchema }),
      z.strictObject({ copied: copyFormSchema }),
      {
        leaves:
          ({ attemptId, as }) =>
          () => ({ kind: 'receipt-given', attemptId, how: as }),
      },
    ),
    /**
     * Opens the receipt as a message to the payment's own address, in the mail program or WhatsApp. `opened` is false when the
     * computer has no program for it. `to` is masked.
     */
    send: call(
      'cashier',
      z.strictObject({ attemptId: idSchema, by: sendChannelSchema, language: languageSchema }),
      z.strictObject({ opened: z.boolean(), to: z.string() }),
      {
        leaves:
          ({ attemptId, by }) =>
          ({ opened, to }) =>
            opened ? { kind: 'receipt-sent', attemptId, by, to } : null,
      },
    ),
  },
  events: {},
} as const satisfies Group;
