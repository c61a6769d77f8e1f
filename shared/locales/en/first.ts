/** English: what the page shows first, read before anything is rendered. */
import { common } from './common.ts';
import { charge } from './screens/charge.ts';
import { fields } from './payments/fields.ts';

export const first = {
  common,
  charge,
  fields,
};
