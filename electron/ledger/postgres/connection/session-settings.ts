/** Settings of a connection by which the server notices that the seat at the other end is gone. */
import type pg from 'pg';
import { isDirect } from '#electron/ledger/postgres/statements/server-session.ts';

/**
 * A seat that lost its power or its network leaves its connection to the server open. With these the server ends it within a
 * minute: probes of TCP on an idle one, unconfirmed data on another, and a look at the socket while a statement runs.
 */
const settings = {
  tcp_keepalives_idle: '20',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '4',
  tcp_user_timeout: '30000',
  client_connection_check_interval: '10s',
} as const;

const each = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);

/** Skips each setting that the server's version or system does not have. */
const setAll = `do $$ declare wanted record; begin
  for wanted in select * from (values ${each.join(', ')}) as settings (name, value) loop
    begin
      perform pg_catalog.set_config(wanted.name, wanted.value, false);
    exception when others then null;
    end;
  end loop;
end $$`;

/**
 * Sets them on a direct connection. A pooler would lend the server's connection with these settings to others, and it watches
 * its clients itself.
 * @param also statement to send along
 */
export async function detectDeadSeat(client: pg.ClientBase, also = ''): Promise<void> {
  const statements = [...((await isDirect(client)) ? [setAll] : []), ...(also === '' ? [] : [also])];
  if (statements.length > 0) await client.query(statements.join('; '));
}
