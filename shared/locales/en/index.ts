/** All English messages, one file per namespace. */
import { common } from './common.ts';
import { charge } from './charge.ts';
import { fields } from './fields.ts';
import { holds } from './holds.ts';
import { history } from './history.ts';
import { reports } from './reports.ts';
import { settings } from './settings.ts';
import { outcomes } from './outcomes.ts';
import { failures } from './failures.ts';
import { service } from './service.ts';
import { connection } from './connection.ts';
import { training } from './training.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

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
};
