/** The operating system's account. */
import { userInfo } from 'node:os';

/** @returns the name of the account that the program runs under; empty where the system knows none */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
