/** Spanish: what the page shows first, read before anything is rendered. */
import { common } from './common.ts';
import { charge } from './screens/charge.ts';
import { fields } from './payments/fields.ts';
import { history } from './screens/history.ts';
import { outcomes } from './payments/outcomes.ts';
import { failures } from './payments/failures.ts';
import { service } from './payments/service.ts';
import { signIn } from './screens/sign-in.ts';
import { palette } from './screens/palette.ts';
import { printing } from './screens/printing.ts';
import { dates } from './dates.ts';
import { unconfirmed } from './screens/unconfirmed.ts';
import { help } from './screens/help.ts';

export const first = {
  common,
  charge,
  fields,
  history,
  outcomes,
  failures,
  service,
  signIn,
  palette,
  printing,
  help,
  unconfirmed,
  dates,
};
