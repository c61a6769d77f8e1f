/** The destination of a merchant's payments. */
import { z } from 'zod';

export const environments = ['training', 'test', 'production'] as const;
export const environmentSchema = z.enum(environments);
export type Environment = z.infer<typeof environmentSchema>;
