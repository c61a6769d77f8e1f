/** The roles of an operator, with the rights of each. */
import { roles } from '#shared/role.ts';
import type { Translate } from '#renderer/words/i18n.ts';

export const roleOptions = (t: Translate) =>
  roles.map((value) => ({ value, label: t(`role.${value}`), description: t(`settings:operators.roles.${value}`) }));
