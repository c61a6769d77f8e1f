/** Client whose statements have no limit of their own and don't wait for each other, for those that watch the time themselves. */
import pg from 'pg';
import { signInByScram } from './scram-only.ts';

export function patientClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...config, query_timeout: 0, pipeline: true });
  // Each transaction under way hears notices.
  client.setMaxListeners(0);
  // From the beginning to the end, because an error without a listener would end the program.
  client.on('error', () => undefined);
  signInByScram(client, config.password !== undefined);
  return client;
}
