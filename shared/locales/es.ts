/** All Spanish messages. By type, every file has the keys of its English twin. */
import { common } from './es/common.ts';
import { charge } from './es/charge.ts';
import { fields } from './es/fields.ts';
import { holds } from './es/holds.ts';
import { history } from './es/history.ts';
import { reports } from './es/reports.ts';
import { settings } from './es/settings.ts';
import { outcomes } from './es/outcomes.ts';
import { failures } from './es/failures.ts';
import { service } from './es/service.ts';
import { connection } from './es/connection.ts';
import { training } from './es/training.ts';
import { shell } from './es/shell.ts';
import { signIn } from './es/sign-in.ts';
import { audit } from './es/audit.ts';

export const es = {
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
