/** The connection to the service, as the last attempt to open one tells it. */
import { z } from 'zod';

/** `not-tried`: no connection could be asked for, because the merchant is incomplete or its keys can't be read. */
export const connectionStateSchema = z.enum(['stands', 'failed', 'not-tried']);
export type ConnectionState = z.infer<typeof connectionStateSchema>;
