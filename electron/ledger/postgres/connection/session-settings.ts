/** Settings of a connection by which the server notices that the seat at the other end is gone. */

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

/** Statement that sets them. Skips each that the server's version or system does not have. */
export const noticeDeadSeat = `do $$ declare wanted record; begin
  for wanted in select * from (values ${each.join(', ')}) as settings (name, value) loop
    begin
      perform pg_catalog.set_config(wanted.name, wanted.value, false);
    exception when others then null;
    end;
  end loop;
end $$`;
