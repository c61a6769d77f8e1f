/** Who works at this seat. The one place that knows: whoever signed in to the operating system, as a supervisor. */
import { roles } from '#shared/role.ts';
import type { Actor } from './ports.ts';

export interface Session {
  /** The operator; null before anybody has signed in. */
  actor(): Actor | null;
}

const everything = roles[roles.length - 1] ?? 'supervisor';

/** @param userName of the operating system's account */
export function createSession(userName: string): Session {
  const name = userName.trim().slice(0, 60);
  const actor: Actor = { name: name === '' ? 'Caja' : name, role: everything };
  return { actor: () => actor };
}
