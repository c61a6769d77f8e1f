/** English: what the page shows first, read before anything is rendered. */
import { common } from './common.ts';
import { charge } from './screens/charge.ts';
import { fields } from './payments/fields.ts';
import { failures } from './payments/failures.ts';
import { signIn } from './screens/sign-in.ts';
import { unconfirmed } from './screens/unconfirmed.ts';

export const first = {
  common,
  charge,
  fields,
  failures,
  signIn,
  unconfirmed,
};
