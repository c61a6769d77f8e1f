/** Spanish: the screens that open later, and Settings. */
import { dates } from './dates.ts';
import { failures } from './payments/failures.ts';
import { outcomes } from './payments/outcomes.ts';
import { service } from './payments/service.ts';
import { banners } from './screens/banners.ts';
import { help } from './screens/help.ts';
import { history } from './screens/history.ts';
import { holds } from './screens/holds.ts';
import { palette } from './screens/palette.ts';
import { printing } from './screens/printing.ts';
import { reports } from './screens/reports.ts';
import { reversals } from './screens/reversals.ts';
import { signIn } from './screens/sign-in.ts';
import { unconfirmed } from './screens/unconfirmed.ts';
import { settings } from './settings/settings.ts';
import { connection } from './settings/connection.ts';
import { training } from './settings/training.ts';
import { work } from './settings/work.ts';
import { audit } from './settings/audit.ts';

export const later = {
  failures,
  outcomes,
  service,
  dates,
  banners,
  holds,
  history,
  printing,
  reports,
  reversals,
  signIn,
  unconfirmed,
  settings,
  connection,
  training,
  audit,
  work,
  palette,
  help,
};
