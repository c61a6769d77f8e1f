/** English: the screens that open later, and Settings. */
import { holds } from './screens/holds.ts';
import { reports } from './screens/reports.ts';
import { settings } from './settings/settings.ts';
import { connection } from './settings/connection.ts';
import { training } from './settings/training.ts';
import { work } from './settings/work.ts';
import { audit } from './settings/audit.ts';

export const later = { holds, reports, settings, connection, training, audit, work };
