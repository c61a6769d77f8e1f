/** The program of a seat without its window: records, use cases and gateway as `electron/compose.ts` wires them. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { finishWork } from '#electron/core/holds/finish-work.ts';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import { createInFlight } from '#electron/core/payments/in-flight.ts';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { firstSettings } from '#shared/seat/settings.ts';
import { createUseCases, type UseCases } from '#electron/core/use-cases.ts';
import { openSeatDocuments } from '#electron/documents/seat-documents.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import type { SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { openRecords } from '#electron/open-records.ts';
import { openLog, reportBugIn } from '#electron/shell/log.ts';
import { createOsCipher, type SafeStorage } from '#electron/vault/os-cipher.ts';
import { createVault } from '#electron/vault/vault.ts';
import { errorText } from '#shared/error-text.ts';
import { failed, ok } from '#shared/failure.ts';
import { newId } from '#shared/new-id.ts';
import { noLimits } from '#shared/seat/operators.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { trainingTexts } from '#test/fixtures/shown/training-texts.ts';
import type { SeatOrder } from '#test/soak/protocol.ts';
import { runningAt } from '#test/fixtures/running-at.ts';

export interface SeatProgram extends UseCases {
  readonly selectedLedger: SelectedLedger;
  close(): Promise<void>;
}

/** A key store that encrypts, with a key that the soak keeps. Its ciphertext has the tag of a good one. */
function keyStoreWith(key: Buffer): SafeStorage {
  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Promise.resolve(Buffer.concat([Buffer.from('v11'), iv, cipher.getAuthTag(), sealed]));
    },
    decryptStringAsync(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(3, 15));
      decipher.setAuthTag(bytes.subarray(15, 31));
      const result = decipher.update(bytes.subarray(31), undefined, 'utf8') + decipher.final('utf8');
      return Promise.resolve({ shouldReEncrypt: false, result });
    },
  };
}

/** Every operator is a supervisor, whose passcode is not asked for. */
const nobodyAsks = () => Promise.resolve(failed({ kind: 'not-found' } as const));
const approvals: Approvals = {
  supervisor: nobodyAsks,
  approve: nobodyAsks,
  take: () => null,
  allow: () => ok(null),
};

/** @param onBug told of errors that nobody expects; a full disk is none */
export async function openProgram(order: SeatOrder, onBug: (text: string) => void): Promise<SeatProgram> {
  const { folder } = order;
  const log = openLog(folder);
  const reportBug = reportBugIn({
    warn: log.warn,
    error(text, error) {
      log.error(text, error);
      onBug(error instanceof Error ? `${error.stack}${error.cause ? `\n${errorText(error.cause)}` : ''}` : text);
    },
  });
  const clock = () => new Date();
  const seat = () => order.seat;
  const emit = () => undefined;
  const documents = openSeatDocuments(
    { folder, now: clock, open: openConf },
    firstSettings({ locale: 'en', machine: order.seat }),
  );
  const cipher = createOsCipher(keyStoreWith(Buffer.from(order.keyStoreKey, 'base64')), 'linux');
  const vault = createVault(documents.vault, cipher);
  const cardKey = Buffer.from(order.cardKey, 'base64');
  const known = await vault.fingerprintKey();
  if (known.ok && !cardKey.equals(known.value)) await vault.saveFingerprintKey(cardKey);
  const parts = { clock, seat, emit, reportBug, makeId: newId, policy: noPolicy };
  const records = openRecords({ ...parts, folder, vault, documents, actorName: seat, warn: log.warn });
  const { selectedLedger, audit, forUseCases } = records;
  const chosen = await selectedLedger.assign(order.ledger, order.ledgerPassword, () => false);
  if (!chosen.ok) throw new Error(`The ledger could not be chosen: ${JSON.stringify(chosen.failure)}`);
  const gateway = createGateway({
    userAgent: 'caja/test',
    resolveProxy: () => Promise.resolve('DIRECT'),
    log: (note) => log.info('Request', note),
  });
  const useCases = createUseCases({
    ...parts,
    gateway,
    ...forUseCases,
    vault,
    approvals,
    limits: () => noLimits,
    training: runningAt(order.gateway),
    trainingTexts,
    runCollector: () => Promise.resolve({ kind: 'none', cause: 'failed' }),
    logCollector: () => undefined,
  });
  audit.noteSoon(order.seat, { kind: 'program-started', version: 'soak', system: process.platform });
  const stopLookingUp = useCases.resolveUnknowns();
  return {
    ...useCases,
    selectedLedger,
    async close() {
      stopLookingUp();
      await finishWork(createInFlight(), useCases.batches, useCases.recorder);
      audit.noteSoon(order.seat, { kind: 'program-ended' });
      await audit.close();
      await Promise.allSettled([gateway.close(), selectedLedger.close()]);
    },
  };
}
