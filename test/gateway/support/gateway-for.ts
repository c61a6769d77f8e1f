/** Gateway clients and the services that they talk to, for the tests of a file. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createGateway } from '#electron/gateway/gateway.ts';
import type { TrainingGateway, TrainingGatewayOptions } from '#electron/training/training-gateway.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { withTraining } from '#test/training/wire-client.ts';
import { accountAt } from './merchant.ts';
import { startService, type Answer, type TestService } from './test-service.ts';

type TestGateway = ReturnType<typeof createGateway>;

/** Makes a client, for which the system knows no proxy unless it is told one. */
export const testGateway = (options: Partial<Parameters<typeof createGateway>[0]> = {}): TestGateway =>
  createGateway({ userAgent: 'caja/test', resolveProxy: () => Promise.resolve('DIRECT'), ...options });

/** Starts the service before the first test and ends it after the last one. It forgets before each what it has seen. */
function serviceFor(answer: Answer, take: (service: TestService) => void): void {
  let service: TestService | null = null;
  beforeAll(async () => {
    service = await startService(answer);
    take(service);
  });
  beforeEach(() => void service?.seen.splice(0));
  afterAll(() => service?.close());
}

/** Returns a client of the service for all tests. */
export function gatewayFor(answer: Answer, take: (service: TestService) => void): TestGateway {
  const gateway = testGateway();
  serviceFor(answer, take);
  afterAll(() => gateway.close());
  return gateway;
}

/** Makes a client of the service for each test, so that none uses another's connection. */
export function freshGatewayFor(answer: Answer, take: (gateway: TestGateway, service: TestService) => void): void {
  let service: TestService;
  let gateway: TestGateway;
  serviceFor(answer, (started) => (service = started));
  beforeEach(() => {
    gateway = testGateway();
    take(gateway, service);
  });
  afterEach(() => gateway.close());
}

/** Starts the training gateway before the first test and ends it after the last one. Returns a client for all tests. */
export function gatewayOfTraining(
  options: TrainingGatewayOptions,
  take: (training: TrainingGateway) => void,
): TestGateway {
  const gateway = testGateway();
  withTraining(options, take);
  afterAll(() => gateway.close());
  return gateway;
}

/** The account of the training gateway's merchant. */
export const trainingAccount = (
  { origin, ca, cclw, apiKey }: TrainingGateway,
  changes: Partial<Merchant> = {},
): MerchantAccount =>
  accountAt(origin, {
    merchant: { id: 'training', name: 'Training', environment: 'training', extraCa: ca, ...changes },
    secrets: { cclw, apiKey },
  });
