/** All English messages, one file per namespace. */
import { common } from './en/common.ts';
import { charge } from './en/charge.ts';
import { fields } from './en/fields.ts';
import { holds } from './en/holds.ts';
import { history } from './en/history.ts';
import { reports } from './en/reports.ts';
import { settings } from './en/settings.ts';
import { outcomes } from './en/outcomes.ts';
import { failures } from './en/failures.ts';
import { service } from './en/service.ts';
import { connection } from './en/connection.ts';
import { training } from './en/training.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { audit } from './en/audit.ts';

export const en = {
  common,
  charge,
  fields,
  holds,
  history,
  reports,
  settings,
  outcomes,
  failures,
  service,
  connection,
  training,
  shell,
  signIn,
  audit,
};
