/**
 * Provisioning (`--provision FILE`): rolls out merchants, operators and the shared ledger. Secrets go to the vault
 * only.
 */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { merchantSchema, type Merchant, type MerchantView } from '#shared/seat/merchant.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { basename, dirname } from 'node:path';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { NewerDocument } from '#electron/core/ports/stored-documents.ts';
import type { MerchantChange, Merchants } from '#electron/core/merchants/merchants.ts';
import {
  givenOperators,
  leavesSupervisor,
  type OperatorsGiven,
  type OperatorsReport,
} from './provisioned-operators.ts';
import { readAuthorities, readBytes, readClientCertificate, type Folder, type ReadFile } from './provisioned-files.ts';
import {
  parseProvisioning,
  provisionedId,
  provisioningPath,
  provisioningIssue,
  sameName,
  type Provisioned,
  type ProvisionedLedger,
  type ProvisionedMerchant,
  type Provisioning,
  type ProvisioningIssue,
} from './provisioning-file.ts';

export interface ProvisioningReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** The merchant that the file made active; null when it names none. */
  readonly activated: string | null;
  /** True when the file has the key by which the seats of a shared ledger recognise each other's cards. */
  readonly keyGiven: boolean;
  /** Absent when the file has no operators. */
  readonly operators?: OperatorsReport;
}

export interface ProvisioningParts {
  readonly merchants: Pick<Merchants, 'list' | 'save' | 'activate' | 'remove'>;
  readonly vault: Pick<Vault, 'saveFingerprintKey'>;
  readonly operators: Pick<Operators, 'provision' | 'unread' | 'view'>;
  /** The system's account, named in the audit trail for changes of operators. */
  readonly account: string;
  /**
   * Makes this the seat's ledger even if it does not answer now. A seat that kept its own ledger until then would leave
   * payments where no other seat sees them. A password of null keeps the vault's.
   */
  readonly assignLedger: (choice: LedgerChoice, password: string | null) => Promise<Result<void>>;
  readonly readFile: ReadFile;
}

interface Change extends MerchantChange {
  readonly at: string;
  readonly isNew: boolean;
  /** The merchant of this name in another environment, which is replaced; null when there is none. */
  readonly replaces: MerchantView | null;
}

interface LedgerChange {
  readonly choice: LedgerChoice;
  readonly password: string | null;
}

/** Reads the file and applies it only if all of it is valid. Updates merchants that exist already. */
export async function provision(file: string, parts: ProvisioningParts): Promise<Provisioned<ProvisioningReport>> {
  const folder: Folder = { path: dirname(file), readFile: parts.readFile };
  const bytes = await readBytes(basename(file), '(file)', folder);
  if (!bytes.ok) return bytes;
  const parsed = parseProvisioning(bytes.value.toString('utf8'));
  if (!parsed.ok) return parsed;

  const known = await parts.merchants.list();
  const changes: Change[] = [];
  const issues: ProvisioningIssue[] = [];
  for (const [index, entry] of parsed.value.merchants.entries()) {
    const at = `merchants[${index}]`;
    const place = placeOf(entry, known, at);
    const change = place.ok ? await changeOf(entry, known, at, folder) : place;
    if (place.ok && change.ok) changes.push({ ...change.value, ...place.value, at });
    else if (!change.ok) issues.push(...change.failure);
  }
  const ledger = await ledgerOf(parsed.value.ledger, folder);
  if (!ledger.ok) issues.push(...ledger.failure);
  const operators = givenOperators(parsed.value);
  if (operators !== null && !leavesSupervisor(operators, parts.operators.view().operators)) {
    issues.push({ path: 'operators', message: 'must leave this seat with an active supervisor' });
  }
  const unread = parts.operators.unread();
  if (operators !== null && unread?.reason === 'newer') {
    issues.push({ path: 'operators', message: new NewerDocument(unread.file).message });
  }
  return issues.length > 0 || !ledger.ok
    ? failed(issues)
    : apply(parsed.value, changes, ledger.value, operators, parts);
}

/** Formats the issues as lines for the console. */
export const provisioningLines = (issues: readonly ProvisioningIssue[]): readonly string[] =>
  issues.map(({ path, message }) => `${path}: ${message}`);

/** Finds the place of a merchant of the file among those of this seat. Its id must equal that of the other seats. */
function placeOf(
  entry: ProvisionedMerchant,
  known: readonly MerchantView[],
  at: string,
): Provisioned<Pick<Change, 'isNew' | 'replaces'>> {
  const id = provisionedId(entry);
  const isKnown = known.some(({ merchant }) => merchant.id === id);
  const namesake = known.find(({ merchant }) => merchant.id !== id && sameName(merchant.name, entry.name));
  if (namesake === undefined) return ok({ isNew: !isKnown, replaces: null });
  // Holds belong to their environment, so those of the replaced merchant can't be captured any more either way.
  if (!isKnown && !namesake.builtIn && namesake.merchant.environment !== entry.environment) {
    return ok({ isNew: false, replaces: namesake });
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
): Promise<Provisioned<LedgerChange | null>> {
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
  const { cclw, apiKey = null, caFile, family, ...others } = entry;
  const { clientCertificateFile, clientKeyFile, clientCertificatePassphrase, ...settings } = others;
  const families = typeof family === 'string' ? { authorize: family, sell: family } : family;
  const needsKey = [
    ...(Object.values(families).includes('json') ? ['the family "json"'] : []),
    ...(settings.formAuthorizationHeader ? ['formAuthorizationHeader'] : []),
  ];
  if (apiKey === null && needsKey.length > 0) {
    return provisioningIssue(`${at}.apiKey`, `is required by ${needsKey.join(' and ')}`);
  }
  const extraCa = caFile === undefined ? ok(null) : await readAuthorities(caFile, `${at}.caFile`, folder);
  if (!extraCa.ok) return extraCa;
  const files = { clientCertificateFile, clientKeyFile, clientCertificatePassphrase };
  const clientCertificate = await readClientCertificate(files, at, folder);
  if (!clientCertificate.ok) return clientCertificate;
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  // A confirmation made on this seat survives when the file is applied at each start. `save` asks again for another
  // field.
  const confirmed =
    settings.captureTokenFieldConfirmed ??
    known.find(({ merchant }) => merchant.id === id)?.merchant.captureTokenFieldConfirmed;
  const merchant = merchantSchema.safeParse({
    ...settings,
    captureTokenFieldConfirmed: confirmed,
    id,
    families,
    baseUrl,
    extraCa: extraCa.value,
  });
  if (merchant.success) {
    return ok({ merchant: merchant.data, secrets: { cclw, apiKey, clientCertificate: clientCertificate.value } });
  }
  return failed(
    merchant.error.issues.map((issue) => ({
      path: `${at}.${provisioningPath(issue.path)}`,
      message: issue.message,
    })),
  );
}

async function apply(
  { activate, duplicateGuardKey }: Provisioning,
  changes: readonly Change[],
  ledger: LedgerChange | null,
  operatorsGiven: OperatorsGiven | null,
  { merchants, vault, operators, account, assignLedger }: ProvisioningParts,
): Promise<Provisioned<ProvisioningReport>> {
  if (duplicateGuardKey !== undefined) {
    const saved = await vault.saveFingerprintKey(Buffer.from(duplicateGuardKey, 'base64'));
    if (!saved.ok) return provisioningIssue('duplicateGuardKey', failureText(saved.failure));
  }
  // Done before the merchants, so that no payment of a new merchant reaches the wrong ledger.
  if (ledger !== null) {
    const assigned = await assignLedger(ledger.choice, ledger.password);
    if (!assigned.ok) return provisioningIssue('ledger', failureText(assigned.failure));
  }
  const provisionedOperators = operatorsGiven === null ? null : await operators.provision(operatorsGiven, account);
  if (provisionedOperators?.ok === false)
    return provisioningIssue('operators', failureText(provisionedOperators.failure));
  for (const change of changes) {
    const saved = await saveMerchant(change, merchants);
    if (!saved.ok) return provisioningIssue(change.at, failureText(saved.failure));
  }
  const active = changes.find(({ merchant }) => activate !== undefined && sameName(merchant.name, activate));
  if (active !== undefined) {
    const activated = await merchants.activate(active.merchant.id);
    if (!activated.ok) return provisioningIssue('activate', failureText(activated.failure));
  }
  const names = (isNew: boolean) =>
    changes.filter((change) => change.isNew === isNew).map(({ merchant }) => merchant.name);
  return ok({
    created: names(true),
    updated: names(false),
    activated: active?.merchant.name ?? null,
    keyGiven: duplicateGuardKey !== undefined,
    ...(provisionedOperators === null ? {} : { operators: provisionedOperators.value }),
  });
}

async function saveMerchant(
  { merchant, secrets, replaces }: Change,
  merchants: ProvisioningParts['merchants'],
): Promise<Result<Merchant>> {
  if (replaces !== null) {
    const removed = await merchants.remove(replaces.merchant.id);
    if (!removed.ok) return removed;
  }
  const saved = await merchants.save({ merchant, secrets });
  if (!saved.ok) return saved;
  const activated = replaces?.active === true ? await merchants.activate(merchant.id) : saved;
  return activated.ok ? ok(activated.value.merchant) : activated;
}

/** Describes a failure for the administrator's console. */
function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'vault':
      return `the secrets could not be stored (${failure.reason})`;
    case 'file':
      return `it could not be written: ${failure.detail}`;
    case 'newer-file':
      return new NewerDocument(failure.file).message;
    case 'ledger':
      return failure.detail;
    case 'busy':
      return 'a payment is under way';
    case 'name-taken':
      return 'the name belongs to another merchant';
    case 'invalid':
      return failure.issues.map((issue) => `${issue.path} (${issue.code})`).join(', ');
    default:
      return failure.kind;
  }
}
