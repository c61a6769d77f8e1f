/** The connection check of Settings: each step with its time and finding. Sends no transaction. */
import { z } from 'zod';

export const checkSteps = ['dns', 'tcp', 'tls', 'certificate', 'client-certificate', 'clock', 'http'] as const;
export type CheckStep = (typeof checkSteps)[number];

const checkResultSchema = z.strictObject({
  step: z.enum(checkSteps),
  status: z.enum(['passed', 'warning', 'failed', 'skipped']),
  milliseconds: z.number().nonnegative().nullable(),
  /** Key of the plain sentence in the locales (`connection.found.*`), with its values. */
  finding: z.string(),
  values: z.record(z.string(), z.string()),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

/** One certificate of the chain, leaf first. Dates are UTC. */
const chainCertificateSchema = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  fingerprint256: z.string(),
});

export const connectionReportSchema = z.strictObject({
  host: z.string(),
  port: z.int(),
  steps: z.array(checkResultSchema).readonly(),
  chain: z.array(chainCertificateSchema).readonly(),
});
export type ConnectionReport = z.infer<typeof connectionReportSchema>;
