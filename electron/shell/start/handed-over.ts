/** Hands a second start over to the running program, which checks it again: any program of this account can send it. */
import path from 'node:path';
import { z } from 'zod';
import { readOrderLink, readOrderSchema, type OrderIssue, type ReadOrder } from '#shared/payments/entry/order.ts';
import type { CommandLine } from '#electron/shell/command-line.ts';
import { formedText } from '#shared/texts/text-kinds.ts';

const handedOverSchema = z.object({
  provision: formedText(4_096).refine(path.isAbsolute).nullable(),
  exit: z.boolean(),
  order: readOrderSchema.nullable(),
  /** Under which the second start waits for the end of its file. */
  reply: z.uuid(),
});
export type HandedOver = Pick<CommandLine, 'provision' | 'exit' | 'order'> & { readonly reply: string };

/** Reads it; null when a program of another version, or another program, sent something else. */
export function readHandedOver(data: unknown): HandedOver | null {
  const read = handedOverSchema.safeParse(data);
  return read.success ? read.data : null;
}

/** Formats what is wrong with an order for the console. Never a value of it. */
export const orderIssueLines = (issues: readonly OrderIssue[]): readonly string[] =>
  issues.map(({ param, reason }) => `${param ?? 'order'}: ${reason}`);

interface LinkSource {
  on(event: 'open-url', listener: (event: { preventDefault(): void }, url: string) => void): unknown;
}

/** Listens to the links that macOS opens, which may come before the program is ready. */
export function listenToLinks(app: LinkSource) {
  const early: ReadOrder[] = [];
  let pass = (read: ReadOrder): void => void early.push(read);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    pass(readOrderLink(url));
  });
  return {
    offer: (read: ReadOrder): void => pass(read),
    /** Passes on what came before, and from now on everything at once. */
    passTo(take: (read: ReadOrder) => void) {
      pass = take;
      for (const read of early.splice(0)) take(read);
    },
  };
}
