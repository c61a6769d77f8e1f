/** All Spanish messages, one file per namespace. */
import { first } from './es/first.ts';
import { later } from './es/later.ts';
import { paper } from './es/paper.ts';
import { shell } from './es/shell.ts';

/** `shell` and `paper` are of the main process alone. */
export const es = { ...first, ...later, shell, paper };
