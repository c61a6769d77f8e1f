/** Reads a provisioning file with all files that it names, and plans what it changes. Applies nothing. */
import type { Merchants, MerchantChange } from '#electron/core/merchants/merchants.ts';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import {
  type OperatorsReport,
  leavesSupervisor,
  type OperatorGiven,
  type OperatorsGiven,
} from '#electron/core/operators/provisioned-operators.ts';
import { mistakesIn } from '#electron/core/policy/policy-file.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { Seals } from '#electron/core/seals.ts';
import { type Result, failed, ok } from '#shared/failure.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import {
  type ReadFile,
  readAuthorities,
  readBytes,
  readClientCertificate,
  readSigningKey,
  type Folder,
} from './provisioned-files.ts';
import { merchantSchema, type MerchantView } from '#shared/seat/merchant.ts';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { NewerDocument } from '#electron/core/ports/stored-documents.ts';
import {
  crossFieldIssues,
  parseProvisioning,
  provisionedId,
  provisioningIssue,
  sameName,
  type Provisioned,
  type ProvisionedLedger,
  type ProvisionedMerchant,
  type Provisioning,
  type ProvisioningIssue,
  type ProvisionedOperator,
} from './provisioning-file.ts';

export interface PlannedMerchant extends MerchantChange {
  /** Path inside the file. */
  readonly at: string;
  readonly isNew: boolean;
  /** The merchant of this name in another environment, which is replaced; null when there is none. */
  readonly replaces: MerchantView | null;
  /** The merchant as the seat has it now; null for a new one. */
  readonly present: MerchantView | null;
}

export interface PlannedLedger {
  readonly choice: LedgerChoice;
  /** Null keeps the vault's. */
  readonly password: string | null;
}

export interface ProvisioningPlan {
  /** SHA-256 (hex) of every file that was read, by absolute path: the file itself and those that it names. */
  readonly digests: ReadonlyMap<string, string>;
  readonly given: Provisioning;
  readonly merchants: readonly PlannedMerchant[];
  readonly ledger: PlannedLedger | null;
  readonly operators: OperatorsGiven | null;
  /** Ed25519 public key, PEM; null when the file gives none. */
  readonly signingKey: string | null;
}

/** Reads the file. Plans nothing unless all of it is valid. @param file absolute path */
export async function planProvisioning(
  file: string,
  parts: Pick<ProvisioningServices, 'merchants' | 'operators' | 'readFile'>,
): Promise<Provisioned<ProvisioningPlan>> {
  const read = new Map<string, Uint8Array>();
  // Once each: a folder that others may write to could give the signed bytes after others were taken.
  const readFile: ReadFile = async (path) => {
    const bytes = read.get(path) ?? (await parts.readFile(path));
    read.set(path, bytes);
    return bytes;
  };
  const folder: Folder = { path: dirname(file), readFile };
  const bytes = await readBytes(basename(file), '(file)', folder);
  if (!bytes.ok) return bytes;
  // Another encoding would make other names and other secrets of it.
  if (!isUtf8(bytes.value)) return provisioningIssue('(file)', 'is not UTF-8 text');
  const parsed = parseProvisioning(bytes.value.toString('utf8'));
  if (!parsed.ok) return parsed;

  const known = await parts.merchants.list();
  const merchants: PlannedMerchant[] = [];
  const issues: ProvisioningIssue[] = [...crossFieldIssues(parsed.value)];
  for (const [index, entry] of parsed.value.merchants.entries()) {
    const at = `merchants[${index}]`;
    const place = placeOf(entry, known, at);
    const change = await changeOf(entry, known, at, folder);
    if (place.ok && change.ok) merchants.push({ ...change.value, ...place.value, at });
    for (const each of [place, change]) if (!each.ok) issues.push(...each.failure);
  }
  const ledger = await ledgerOf(parsed.value.ledger, folder);
  if (!ledger.ok) issues.push(...ledger.failure);
  const signingKey = await readSigningKey(parsed.value.signingKeyFile, folder);
  if (!signingKey.ok) issues.push(...signingKey.failure);
  const operators = givenOperators(parsed.value);
  if (operators !== null && !leavesSupervisor(operators, parts.operators.view().operators)) {
    issues.push({ path: 'operators', message: 'must leave this seat with an active supervisor' });
  }
  const unread = parts.operators.unread();
  if (operators !== null && unread?.reason === 'newer') {
    issues.push({ path: 'operators', message: new NewerDocument(unread.file).message });
  }
  if (issues.length > 0 || !ledger.ok || !signingKey.ok) return failed(issues);
  const digests = new Map([...read].map(([path, each]) => [path, createHash('sha256').update(each).digest('hex')]));
  return ok({
    digests,
    given: parsed.value,
    merchants,
    ledger: ledger.value,
    operators,
    signingKey: signingKey.value,
  });
}

/** Finds the place of a merchant of the file among those of this seat. Its id must equal that of the other seats. */
function placeOf(
  entry: ProvisionedMerchant,
  known: readonly MerchantView[],
  at: string,
): Provisioned<Pick<PlannedMerchant, 'isNew' | 'replaces' | 'present'>> {
  const id = provisionedId(entry);
  const present = known.find(({ merchant }) => merchant.id === id) ?? null;
  const namesake = known.find(({ merchant }) => merchant.id !== id && sameName(merchant.name, entry.name));
  if (namesake === undefined) return ok({ isNew: present === null, replaces: null, present });
  // Holds belong to their environment, so those of the replaced merchant can't be captured any more either way.
  if (present === null && !namesake.builtIn && namesake.merchant.environment !== entry.environment) {
    return ok({ isNew: false, replaces: namesake, present });
  }
  return provisioningIssue(`${at}.name`, namesakeIssue(namesake, id));
}

const namesakeIssue = ({ merchant, builtIn }: MerchantView, id: string): string =>
  builtIn
    ? 'is the name of the built-in training merchant'
    : `is the name of another merchant of this seat, whose id is "${merchant.id}" and not "${id}": ` +
      `rename or remove that one in Settings, or give "id": "${merchant.id}" here for every seat`;

async function ledgerOf(
  ledger: ProvisionedLedger | undefined,
  folder: Folder,
): Promise<Provisioned<PlannedLedger | null>> {
  if (ledger === undefined) return ok(null);
  const { engine, url, poolSize, caFile, password = null } = ledger;
  const ca = caFile === undefined ? ok(null) : await readAuthorities(caFile, 'ledger.caFile', folder);
  return ca.ok ? ok({ choice: { engine, url, ca: ca.value, poolSize }, password }) : ca;
}

async function changeOf(
  entry: ProvisionedMerchant,
  known: readonly MerchantView[],
  at: string,
  folder: Folder,
): Promise<Provisioned<MerchantChange>> {
  const id = provisionedId(entry);
  const { cclw, apiKey = null, caFile, family, taxRate, ...others } = entry;
  const { clientCertificateFile, clientKeyFile, clientCertificatePassphrase, ...settings } = others;
  const families = typeof family === 'string' ? { authorize: family, sell: family } : family;
  const needsKey = [
    ...(Object.values(families).includes('json') ? ['the family "json"'] : []),
    ...(settings.formAuthorizationHeader ? ['formAuthorizationHeader'] : []),
  ];
  const key =
    apiKey === null && needsKey.length > 0
      ? provisioningIssue(`${at}.apiKey`, `is required by ${needsKey.join(' and ')}`)
      : ok(apiKey);
  const extraCa = caFile === undefined ? ok(null) : await readAuthorities(caFile, `${at}.caFile`, folder);
  const files = { clientCertificateFile, clientKeyFile, clientCertificatePassphrase };
  const clientCertificate = await readClientCertificate(files, at, folder);
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  // What a person at this seat confirmed or chose survives when the file is applied at each start. `save` asks again for
  // another field.
  const present = known.find((view) => view.merchant.id === id)?.merchant;
  const confirmed = settings.captureTokenFieldConfirmed ?? present?.captureTokenFieldConfirmed;
  const taxRates = taxRate === undefined ? present?.taxRates : typeof taxRate === 'number' ? [taxRate] : taxRate;
  const merchant = merchantSchema.safeParse({
    ...settings,
    captureTokenFieldConfirmed: confirmed,
    taxRates,
    id,
    families,
    baseUrl,
    extraCa: extraCa.ok ? extraCa.value : null,
  });
  if (merchant.success && key.ok && extraCa.ok && clientCertificate.ok) {
    return ok({ merchant: merchant.data, secrets: { cclw, apiKey, clientCertificate: clientCertificate.value } });
  }
  return failed([
    ...[key, extraCa, clientCertificate].flatMap((each) => (each.ok ? [] : each.failure)),
    ...(merchant.success ? [] : mistakesIn(merchant.error)).map(({ path, message }) => ({
      path: `${at}.${path}`,
      message,
    })),
  ]);
}

function givenOperators({ operators, idleMinutes }: Provisioning): OperatorsGiven | null {
  if (operators === undefined) return null;
  const given = ({ passcode, passcodeHash, ...operator }: ProvisionedOperator): OperatorGiven => ({
    ...operator,
    secret: passcode === undefined ? { hash: passcodeHash ?? '' } : { passcode },
  });
  return { operators: operators.map(given), idleMinutes: idleMinutes ?? null };
}

export interface ProvisioningReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** True when the file has the key by which the seats of a shared ledger recognise each other's cards. */
  readonly keyGiven: boolean;
  /** Absent when the file has no operators. */
  readonly operators?: OperatorsReport;
}

/** Services that read a provisioning file, compare it with the seat, and apply it. */
export interface ProvisioningServices extends Pick<Ports, 'clock' | 'emit' | 'audit' | 'account'> {
  readonly merchants: Pick<Merchants, 'list' | 'saveAll' | 'activate' | 'of' | 'active'>;
  readonly operators: Pick<Operators, 'provision' | 'unread' | 'view' | 'byId' | 'state'>;
  readonly approvals: Pick<Approvals, 'supervisor'>;
  readonly vault: Pick<Vault, 'saveFingerprintKey' | 'fingerprintKey' | 'ledgerPassword' | 'status'>;
  readonly seals: Pick<Seals, 'trust' | 'keepTrust'>;
  readonly policy: Policy;
  readonly readFile: ReadFile;
  readonly ledgerChoice: () => Promise<LedgerChoice>;
  /**
   * Makes this the seat's ledger even if it does not answer now. A seat that kept its own ledger until then would leave
   * payments where no other seat sees them. A password of null keeps the vault's.
   */
  readonly assignLedger: (choice: LedgerChoice, password: string | null) => Promise<Result<void>>;
  readonly onApplied: (file: string, report: ProvisioningReport) => Promise<void>;
}
