/** All Spanish messages, one file per namespace. */
import { first } from './es/first.ts';
import { later } from './es/later.ts';
import { shell } from './es/shell.ts';

/** `shell` is of the main process alone. */
export const es = { ...first, ...later, shell };
