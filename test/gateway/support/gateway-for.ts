/** A gateway client and the service that it talks to, for the tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { createGateway } from '#electron/gateway/gateway.ts';
import { startService, type Answer, type TestService } from './test-service.ts';

/** Returns the client at once. The service starts before the first test, and both end after the last one. */
export function gatewayFor(answer: Answer, take: (service: TestService) => void): ReturnType<typeof createGateway> {
  const gateway = createGateway({ userAgent: 'caja/test', resolveProxy: async () => 'DIRECT' });
  let service: TestService | null = null;
  beforeAll(async () => {
    service = await startService(answer);
    take(service);
  });
  afterAll(async () => {
    await gateway.close();
    await service?.close();
  });
  return gateway;
}
