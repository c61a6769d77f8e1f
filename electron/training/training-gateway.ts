/** The built-in training gateway: a real TLS 1.3 server on loopback that answers both families as the service does. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Language } from '#shared/languages.ts';
import { type FaultOrder, type TrainingStatus, type TrainingLedgerEntry, isTlsFault } from '#shared/seat/training.ts';
import { Bank } from '#electron/training/bank/bank.ts';
import { makeCertificates, type TrainingCertificates } from '#electron/training/server/certificates.ts';
import { defaultLimits, type KnownMerchant } from '#electron/training/families/field-checks.ts';
import { FaultSwitch } from '#electron/training/faults/faults.ts';
import { answerRequest, type Routes } from '#electron/training/server/http-routes.ts';
import { openStateFile } from '#electron/training/bank/state-file.ts';
import { usualLimits, type ConnectionLimits } from '#electron/training/server/connection.ts';
import { receiptId, receiptPath } from '#electron/training/server/paths.ts';
import { TlsFront } from '#electron/training/server/tls-front.ts';

export type TrainingGateway = Awaited<ReturnType<typeof startTrainingGateway>>;

export interface TrainingGatewayOptions {
  /** 0 takes any free port, the default without a state file. With one, the default is the last port if it is free. */
  readonly port?: number;
  /** Keeps holds capturable and receipts readable between starts. Nothing is kept when absent. */
  readonly stateFile?: string;
  readonly cclw?: string;
  readonly apiKey?: string;
  /** That of the state file when absent, else random. */
  readonly token?: string;
  /** Takes what clients that are not ours send and the service takes. Strict when absent. */
  readonly tolerant?: boolean;
  readonly fault?: FaultOrder;
  /** In minor units. Family A answers 603 below it, 604 above the maximum. */
  readonly minimumAmount?: number;
  readonly maximumAmount?: number;
  /** The field of CAPT that carries the AUTH_TOKEN: `AuthRefNum` (field notes). */
  readonly captureTokenField?: string;
  /** Equal payments within five minutes before code 612: 3. Null for tests that repeat one payment. */
  readonly equalPayments?: number | null;
  readonly keptRequests?: number;
  /** Rows of one answer about the records at most, and the time in ms after which a payment is among them. */
  readonly recordsAtOnce?: number;
  readonly recordsAfterMs?: number;
  /** False for records in which voids and refunds show on what they reversed alone; true when absent. */
  readonly reversalsListed?: boolean;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly now?: () => Date;
}

const usualEqualPayments = 3;
const usualKeptRequests = 20_000;
const usualRecordsAtOnce = 50;

/**
 * Starts a gateway with a new certificate authority and, unless given, new keys. Its state is empty or that of the
 * state file.
 * Rejects when the port is taken.
 */
export async function startTrainingGateway(options: TrainingGatewayOptions = {}) {
  const now = options.now ?? (() => new Date());
  const account = merchantOf(options, now);
  // Clients check them against the clock of the system.
  const certificates = await makeCertificates(new Date());
  // The entries are not kept here, because the bank keeps a limited number of them.
  const { entries, ...state } = openStateFile(options.stateFile ?? null, now);
  const token = options.token ?? state.token ?? randomBytes(24).toString('base64url');
  const bank = new Bank(now, (entry) => state.note(entry), {
    equalPayments: options.equalPayments === undefined ? usualEqualPayments : options.equalPayments,
    requests: options.keptRequests ?? usualKeptRequests,
  });
  for (const entry of entries) bank.restore(entry);
  const faults = new FaultSwitch();
  if (options.fault) faults.order(options.fault);
  const stop = new AbortController();
  let received = 0;
  let origin = '';

  const status = (): TrainingStatus => ({
    origin,
    active: faults.active,
    answersRecords: faults.answersRecords,
    processed: bank.approved,
    received,
  });
  const order = async (wanted: FaultOrder): Promise<TrainingStatus> => {
    const before = faults.active.fault;
    faults.order(wanted);
    if (isTlsFault(wanted.fault) || isTlsFault(before)) await front.dropConnections();
    return status();
  };
  const linkOf = (id: string): string => `${origin}${receiptPath(id)}?token=${receiptToken(token, id)}`;
  const routes = {
    account,
    recordsAtOnce: options.recordsAtOnce ?? usualRecordsAtOnce,
    recordsAfterMs: options.recordsAfterMs ?? 0,
    reversalsListed: options.reversalsListed ?? true,
    token,
    tokenOfReceipt: (id: string) => receiptToken(token, id),
    receiptLink: linkOf,
    bank,
    faults,
    order,
    status,
    origin: () => origin,
    stopped: stop.signal,
    countReceived: () => {
      received += 1;
    },
  };
  const front = frontOf(certificates, { ...usualLimits, ...options.connectionLimits }, routes);
  const port = await listen(front, options.port, state.port);
  state.noteStart(port, token);
  origin = `https://localhost:${String(port)}`;

  return {
    /** `https://localhost:PORT`. */
    origin,
    /** Certificate authority made at start, in PEM. Only the training merchant trusts it. */
    ca: certificates.authority,
    /** Web code and `authorization` value that the gateway accepts. */
    cclw: account.cclw,
    apiKey: account.apiKey,
    /** Opens `/__training`, as `authorization: Bearer TOKEN` or `?token=TOKEN`. Web pages on this machine don't know it. */
    token,
    clientCertificate: certificates.client,
    status,
    /** Switches a fault on or off. Resolves once it is in effect: for TLS faults, when older connections are closed. */
    order,
    ledger: (): readonly TrainingLedgerEntry[] => bank.ledger(),
    /**
     * Returns the link that opens a receipt now, from a link of this or an earlier start, whose port and token may have been
     * others. Null when it is none.
     * @param view language and currency of the page; as the transaction says when absent
     */
    receiptLink(link: string, view?: { readonly language: Language; readonly currencySign: string }): string | null {
      const id = receiptId(link);
      if (id === null || view === undefined) return id === null ? null : linkOf(id);
      return `${linkOf(id)}&${new URLSearchParams({ lang: view.language, sign: view.currencySign }).toString()}`;
    },
    /** State file that could not be read at start; null when there was none. */
    unreadState: state.unread,
    /** Stops listening and cuts every connection. Anything not in a state file is forgotten. */
    close: async () => {
      stop.abort();
      await front.close();
      state.close();
    },
  };
}

const merchantOf = (options: TrainingGatewayOptions, now: () => Date): KnownMerchant => ({
  cclw: options.cclw ?? upperHex(64),
  apiKey: options.apiKey ?? `${upperHex(16)}|${upperHex(16)}`,
  // Merchants differ, and shipped clients send cents (field notes).
  minimumAmount: options.minimumAmount ?? (options.tolerant ? 1 : defaultLimits.minimumAmount),
  maximumAmount: options.maximumAmount ?? defaultLimits.maximumAmount,
  captureTokenField: options.captureTokenField ?? 'AuthRefNum',
  tolerant: options.tolerant ?? false,
  now,
});

function frontOf(certificates: TrainingCertificates, limits: ConnectionLimits, routes: Routes): TlsFront {
  return new TlsFront(
    certificates,
    limits,
    () => routes.faults.forConnection(),
    (request, response) => {
      answerRequest(routes, request, response).catch((error: unknown) => {
        // A lost client or a closing gateway is expected. Anything else is a bug and must show.
        if (!request.destroyed && !routes.stopped.aborted)
          process.emitWarning(error instanceof Error ? error : String(error));
        response.destroy();
      });
    },
  );
}

/** Listens on the requested port, which must be free, or else on the last one, which another program may have taken. */
async function listen(front: TlsFront, wanted: number | undefined, last: number | null): Promise<number> {
  if (wanted !== undefined || last === null) return front.listen(wanted ?? 0);
  return front.listen(last).catch(() => front.listen(0));
}

/** Binds a receipt's token to that receipt, because its link is kept in ledgers and exports. */
const receiptToken = (token: string, id: string): string =>
  createHmac('sha256', token).update(id).digest('base64url').slice(0, 22);

const upperHex = (bytes: number): string => randomBytes(bytes).toString('hex').toUpperCase();
