/** Opens what this seat keeps of payments: the ledger, the answers that wait for it, and the audit trail. */
import path from 'node:path';
import { createAudit } from '#electron/core/audit/audit.ts';
import { createDamagedFiles } from '#electron/core/damaged-files.ts';
import { createNoteWithheld } from '#electron/core/policy/secret-places.ts';
import { createSeals, stampsAsked, type SealsVault } from '#electron/core/seals.ts';
import { createUnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';
import { unlessAway } from '#electron/core/ports/ledger.ts';
import { writeFailure } from '#electron/core/ports/stored-documents.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import type { SeatDocuments } from '#electron/documents/seat-documents.ts';
import { openReserve, removeUnfinished } from '#electron/documents/durable-file.ts';
import { openAnswerSpool, openBatchLog, openDeedSpool } from '#electron/ledger/journal/spools.ts';
import { openSeatJournal } from '#electron/ledger/journal/seat-journal.ts';
import { createSelectedLedger, type SelectedLedgerParts } from '#electron/ledger/current/selected-ledger.ts';
import type { Failure } from '#shared/failure.ts';

interface RecordsParts
  extends
    Pick<SelectedLedgerParts, 'folder' | 'policy' | 'warn'>,
    Pick<Ports, 'seat' | 'actorName' | 'clock' | 'emit' | 'makeId' | 'reportBug'> {
  readonly vault: SelectedLedgerParts['vault'] & SealsVault;
  readonly documents: SeatDocuments;
}

/** A damaged file of operators lets nobody in, who could decide about it. */
const doubtIn = (store: SeatDocuments['operators']) => ({
  unread: null,
  get doubted() {
    return store.doubted;
  },
  setAside: () => store.setAside(),
});

/** Puts documents back that were removed: without the vault's, the next start can't tell what this one has recorded. */
function putBackRemoved(documents: SeatDocuments, reportBug: ReportBug): Failure | null {
  try {
    for (const file of Object.values(documents).flatMap((each) => each.putBackRemoved() ?? []))
      reportBug(new Error(`${file} was removed, and was put back.`));
    return null;
  } catch (error) {
    return writeFailure(error);
  }
}

export function openRecords(parts: RecordsParts) {
  const { folder, documents, actorName, clock, emit, reportBug } = parts;
  removeUnfinished(folder, reportBug);
  const reportUnlessAway = unlessAway(reportBug);
  const noteWithheld = createNoteWithheld((operatorName, deed) => audit.noteSoon(operatorName, deed), actorName);
  const reserve = openReserve(path.join(folder, 'reserve'));
  const journal = openSeatJournal(path.join(folder, 'journal.db'), parts.vault, reportBug, clock);
  const answers = createUnwrittenAnswers(
    openAnswerSpool(journal, reserve, reportBug),
    () => emit('answers.changed', {}),
    reportBug,
  );
  const batchLog = openBatchLog(journal, clock, reportBug);
  const seals = createSeals(
    parts.vault,
    documents,
    (document) => {
      if (document === 'ledger') selectedLedger.openAgain();
      emit(`${document}.changed`, {});
    },
    (stamp) => audit.noteSoon(actorName(), { kind: 'settings-sealed', stamp }),
  );
  const selectedLedger = createSelectedLedger({
    ...parts,
    seals,
    journal,
    deliver: answers.deliver,
    noteWithheld,
    now: clock,
    store: documents.ledger,
  });
  const audit = createAudit({
    ...parts,
    spool: openDeedSpool(journal, reportBug),
    opened: selectedLedger.opened,
  });
  /** Delivers the deeds that wait, and compares the vault with what the trail then says of it. */
  async function deliverDeeds(): Promise<void> {
    await audit.deliver();
    if (await journal.ready()) await seals.meet(await (await selectedLedger.opened()).sealStamps(stampsAsked));
  }
  selectedLedger.ledger.onAvailability((away) => {
    if (away === null) deliverDeeds().catch(reportUnlessAway);
  });
  journal.onReady(() => {
    deliverDeeds().catch(reportUnlessAway);
    // Batches of an earlier run are known now.
    emit('history.changed', { attemptIds: null });
    // A ledger that is away gets them when it opens.
    selectedLedger.opened().then(answers.deliver).catch(reportUnlessAway);
  });
  const damagedFiles = createDamagedFiles({
    documents: {
      ...documents,
      operators: doubtIn(documents.operators),
      log: selectedLedger.log,
      database: selectedLedger.database,
    },
    seals,
    openLedger: selectedLedger.openAgain,
    emit,
  });
  /** Returns why no payment may begin at this seat now; null when it may. */
  const refusal = (): Failure | null =>
    damagedFiles.refusal() ??
    selectedLedger.refusal() ??
    putBackRemoved(documents, reportBug) ??
    journal.refusal() ??
    (reserve.held() ? null : { kind: 'ledger', reason: 'disk-full', detail: folder });
  // Tells what was changed as soon as the vault can tell.
  seals.check().catch(reportBug);
  const forUseCases = {
    ledger: selectedLedger.ledger,
    ledgerRefusal: refusal,
    answers,
    batchLog,
    seals,
    noteWithheld,
    merchantStore: documents.merchants,
    draftStore: documents.drafts,
    viewStore: documents.views,
  };
  return { selectedLedger, journal, damagedFiles, audit, forUseCases };
}
