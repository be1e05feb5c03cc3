import { z } from 'zod';

export const ROLES = ['agent', 'admin', 'auditor'] as const;
export type Role = (typeof ROLES)[number];
export const DEFAULT_ROLE: Role = 'agent';

/** The signed-in user, as `/api/auth/me` answers. */
export const CurrentUser = z.object({
  username: z.string(),
  email: z.string(),
  role: z.string(),
  isTwoFactorEnabled: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** In characters. */
export const SHORTEST_PASSWORD = 10;

export const Credentials = z.object({
  username: z
    .string({ error: 'Username is required' })
    .trim()
    .min(1, 'Username is required')
    .max(100, 'Username can have at most 100 characters'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1000, 'Password can have at most 1000 characters'),
});
export type Credentials = z.infer<typeof Credentials>;
