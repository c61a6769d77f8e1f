/**
 * Provisioning (`--provision FILE`): rolls out merchants, operators and the shared ledger. Once a seat has operators, a file that
 * changes operators, keys or addresses needs a supervisor's passcode or a signature (`file-signature.ts`).
 */
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { basename } from 'node:path';
import type { Actor } from '#electron/core/ports/host.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { SeatDeed } from '#shared/audit/seat-deeds.ts';
import type { AllowedFile, WaitingProvisioning } from '#shared/seat/provisioning.ts';
import { applyPlan } from './apply-plan.ts';
import { againstPolicy, guardedChanges } from './guarded-changes.ts';
import { noTrust } from '#electron/core/seals.ts';
import { checkSignature, keepTrust } from './file-signature.ts';
import { provisioningIssue, type Provisioned, type ProvisioningIssue } from './provisioning-file.ts';
import {
  planProvisioning,
  type ProvisioningPlan,
  type ProvisioningReport,
  type ProvisioningServices,
} from './provisioning-plan.ts';

/** `waits`: a supervisor has to allow it at the seat. */
export type ProvisioningOutcome =
  | { readonly kind: 'applied'; readonly report: ProvisioningReport }
  | {
      readonly kind: 'refused';
      /**
       * `unreadable`: the file itself. `against-policy`: the company's policy of the computer says otherwise. `key-store-asks`: the
       * system waits for somebody to open its key store. `not-applied`: a part of the file may have been.
       */
      readonly why: 'unreadable' | 'invalid' | 'against-policy' | 'key-store-asks' | 'not-vouched' | 'not-applied';
      readonly issues: readonly ProvisioningIssue[];
    }
  | { readonly kind: 'waits' };

export type ProvisioningDesk = ReturnType<typeof createProvisioning>;

type Vouched = Extract<SeatDeed, { kind: 'provisioned' }>['how'];

interface Waiting {
  readonly file: string;
  /** Digests of the files as they were shown. */
  readonly shown: string;
  readonly view: WaitingProvisioning;
}

export function createProvisioning(services: ProvisioningServices) {
  const { audit, emit, account } = services;
  let waiting: Waiting | null = null;

  const inTurn = createOneAtATime();

  function put(next: Waiting | null): void {
    if (next === waiting) return;
    waiting = next;
    emit('seat.provisioning', {});
  }

  async function provision(file: string): Promise<ProvisioningOutcome> {
    const plan = await planProvisioning(file, services);
    if (!plan.ok) {
      const why = (await isReadable(services, file)) ? 'invalid' : 'unreadable';
      return refuse(services, file, 'invalid', plan.failure, why);
    }
    const against = await policyIssues(services, plan.value);
    if (against.length > 0) return refuse(services, file, 'invalid', against, 'against-policy');
    const asking = await askingIssues(services);
    if (asking.length > 0) return { kind: 'refused', why: 'key-store-asks', issues: asking };
    const vouched = await vouch(services, file, plan.value, put);
    if (typeof vouched === 'object') return vouched;
    const applied = await apply(services, file, plan.value, vouched, account);
    if (!applied.ok) return refuse(services, file, 'invalid', applied.failure, 'not-applied');
    if (waiting?.file === file) put(null);
    return { kind: 'applied', report: applied.value };
  }

  async function allow(
    { name, passcode, since }: AllowedFile,
    actor: Actor | null,
  ): Promise<Result<WaitingProvisioning | null>> {
    if (waiting === null) return ok(null);
    const { file, shown, view } = waiting;
    // Another file was given since, and the supervisor has not seen it yet.
    if (view.since !== since) return ok(view);
    const supervisor = await services.approvals.supervisor({ name, passcode, act: 'provision' }, actor, account);
    if (!supervisor.ok) return supervisor;
    const read = await planProvisioning(file, services);
    const against = read.ok ? [...(await policyIssues(services, read.value)), ...(await askingIssues(services))] : [];
    const plan = against.length > 0 ? failed(against) : read;
    if (plan.ok && shownOf(plan.value) !== shown) {
      const again = await vouch(services, file, plan.value, put);
      // The files were exchanged, so the supervisor sees their changes before allowing them.
      if (typeof again === 'object' && again.kind === 'waits') return ok(waiting.view);
      const refused = typeof again === 'object' && again.kind === 'refused' ? again.issues : [];
      const issues = provisioningLines([{ path: '(file)', message: exchanged }, ...refused]);
      put({ file, shown, view: { ...view, issues } });
      return ok(waiting.view);
    }
    const applied = plan.ok ? await apply(services, file, plan.value, 'passcode', supervisor.value) : plan;
    if (!applied.ok) {
      put({ file, shown, view: { ...view, issues: provisioningLines(applied.failure) } });
      return ok(waiting.view);
    }
    put(null);
    return ok(null);
  }

  return {
    /** Applies the file if all of it is valid and it is vouched for. @param file absolute path */
    provision: (file: string) => inTurn(() => provision(file)),
    waiting: (): WaitingProvisioning | null => waiting?.view ?? null,
    /**
     * Applies the waiting file by a supervisor's word. A file that was changed since it was shown waits again.
     * @param actor who is signed in; null for nobody
     * @returns null when it was applied
     */
    allow: (allowed: AllowedFile, actor: Actor | null) => inTurn(() => allow(allowed, actor)),
    dismiss() {
      if (waiting === null) return;
      audit.noteSoon(account, { kind: 'provisioning-refused', file: waiting.view.file, why: 'not-vouched' });
      put(null);
    },
  };
}

function refuse(
  { audit, account }: ProvisioningServices,
  file: string,
  noted: Extract<SeatDeed, { kind: 'provisioning-refused' }>['why'],
  issues: readonly ProvisioningIssue[],
  why: Extract<ProvisioningOutcome, { kind: 'refused' }>['why'] = noted === 'invalid' ? 'invalid' : 'not-vouched',
): ProvisioningOutcome {
  audit.noteSoon(account, { kind: 'provisioning-refused', file: basename(file), why: noted });
  return { kind: 'refused', why, issues };
}

async function vouch(
  services: ProvisioningServices,
  file: string,
  plan: ProvisioningPlan,
  put: (waiting: Waiting) => void,
): Promise<Vouched | ProvisioningOutcome> {
  const { operators, seals, clock } = services;
  const kept = await seals.trust();
  // With a vault that is closed, keys that are the same would look changed. One that was lost is for a supervisor to begin anew.
  if (!kept.ok && kept.failure.kind === 'vault' && kept.failure.reason !== 'cannot-decrypt') {
    const message = `can't be compared with the vault, which can't be read now (${kept.failure.reason})`;
    return refuse(services, file, 'invalid', [{ path: '(file)', message }], 'not-applied');
  }
  const trust = kept.ok ? kept.value : noTrust;
  const state = operators.state();
  // With a key, also one that can't be read now, a seat whose operators were taken away is not a new one.
  if (state === 'none' && kept.ok && trust.key === null && !trust.lost) return 'first';
  const changes = await guardedChanges(plan, services, trust.key);
  // Only its key is missing. Whatever a supervisor has changed since then is not undone by it.
  if (trust.begun === shownOf(plan) && changes.every(({ kind }) => kind === 'signing-key')) return 'first';
  const signature = await checkSignature(file, plan, trust, services.readFile);
  // Also where it changes nothing, because its number keeps earlier ones away.
  if (signature === 'good') return 'signed';
  if (changes.length === 0) return 'nothing-guarded';
  if (signature === 'bad') return refuse(services, file, 'bad-signature', [{ path: '(file)', message: badSignature }]);
  if (signature === 'earlier') return refuse(services, file, 'earlier', [{ path: 'serial', message: earlierFile }]);
  if (state !== 'kept') return refuse(services, file, 'not-vouched', [{ path: '(file)', message: needsSignature }]);
  put({
    file,
    shown: shownOf(plan),
    view: { file: basename(file), since: clock().toISOString(), changes, issues: [] },
  });
  return { kind: 'waits' };
}

/** Keeps the key and the number of a file; null for one that has none to keep. */
async function keepTrustOf(
  { seals }: ProvisioningServices,
  plan: Pick<ProvisioningPlan, 'signingKey' | 'given'> | null,
): Promise<Result<void>> {
  if (plan === null || (plan.signingKey === null && plan.given.serial === undefined)) return ok(undefined);
  const trust = await seals.trust();
  return trust.ok ? keepTrust(seals, trust.value, plan) : trust;
}

/** Lets a first file whose program is killed between the operators and the key go on at the next start, and no other one. */
async function noteBegun({ seals }: ProvisioningServices, plan: ProvisioningPlan): Promise<Result<void>> {
  const trust = await seals.trust();
  return trust.ok ? seals.keepTrust({ ...trust.value, begun: shownOf(plan) }) : trust;
}

async function apply(
  services: ProvisioningServices,
  file: string,
  plan: ProvisioningPlan,
  how: Vouched,
  by: string,
): Promise<Provisioned<ProvisioningReport>> {
  const begun = how === 'first' && plan.signingKey !== null ? await noteBegun(services, plan) : ok(undefined);
  if (!begun.ok) return provisioningIssue('signingKeyFile', 'the key could not be stored');
  // Its number counts before its merchants and passcodes do. Otherwise a program that is killed in between would take the file again.
  const number = { ...plan, signingKey: null };
  const applied = await applyPlan(plan, { ...services, account: by }, () =>
    keepTrustOf(services, how === 'signed' ? number : null),
  );
  if (!applied.ok) return applied;
  const kept = await keepTrustOf(services, how === 'nothing-guarded' ? null : plan);
  if (!kept.ok) return provisioningIssue('signingKeyFile', 'the key could not be stored');
  const { created, updated } = applied.value;
  services.audit.noteSoon(by, { kind: 'provisioned', file: basename(file), created, updated, how });
  await services.onApplied(file, applied.value);
  return applied;
}

const isReadable = ({ readFile }: ProvisioningServices, file: string): Promise<boolean> =>
  readFile(file).then(
    () => true,
    () => false,
  );

const policyIssues = async (
  { policy, ledgerChoice, operators }: ProvisioningServices,
  plan: ProvisioningPlan,
): Promise<readonly ProvisioningIssue[]> =>
  againstPolicy(plan, policy, await ledgerChoice(), operators.view().idleMinutes);

/** Looked for before anything is applied, because the vault would refuse the file's secrets halfway. */
const askingIssues = async ({ vault }: ProvisioningServices): Promise<readonly ProvisioningIssue[]> =>
  (await vault.status()).reason === 'asking' ? [{ path: '(file)', message: keyStoreAsks }] : [];

const keyStoreAsks =
  'can’t be applied while the system asks for the password of its key store: answer that window, then apply the file again';
const exchanged = 'was changed after it was shown, and nothing of it was applied: apply it again';
const badSignature = 'is signed, but not as it stands';
const earlierFile =
  'has to be higher than that of the file that was applied last, because this one is vouched for by its signature';
const needsSignature =
  'changes operators, keys, addresses or rules: it has to be signed by the key that this seat was given, because no supervisor can allow it here';

const shownOf = ({ digests }: ProvisioningPlan): string => JSON.stringify([...digests]);

/** Most lines, and most characters of one, because a file may hold any number of mistakes of any length. */
const most = { lines: 50, characters: 1_000 } as const;

/** Formats the issues as lines for the console, without what would steer it. */
export function provisioningLines(issues: readonly ProvisioningIssue[], separator = ': '): readonly string[] {
  const lines = issues
    .slice(0, most.lines)
    .map(({ path, message }) =>
      `${path}${separator}${message}`.slice(0, most.characters).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd'),
    );
  const rest = issues.length - lines.length;
  return rest === 0 ? lines : [...lines, `(file): has ${rest} more mistakes`];
}
