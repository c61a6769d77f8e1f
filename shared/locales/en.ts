/** All English messages, one file per namespace. */
import { first } from './en/first.ts';
import { later } from './en/later.ts';
import { paper } from './en/paper.ts';
import { shell } from './en/shell.ts';

/** `shell` and `paper` are of the main process alone. */
export const en = { ...first, ...later, shell, paper };
