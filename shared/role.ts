/** Roles of operators. Each includes the ones before it. */
import { z } from 'zod';

export const roles = ['cashier', 'back-office', 'supervisor'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** True when `role` includes `needed`. */
export const mayAct = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
