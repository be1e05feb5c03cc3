import { z } from 'zod';

/** An error as both APIs answer it: RFC 9457 problem details, with `error` for people to read. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** The sentence that a person may read. */
  error: z.string(),
  /** Stable, kebab-case, for programs. */
  code: z.string(),
  /** The input fields at fault. */
  fields: z
    .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
    .optional(),
  /** For a stale version: the version that is current now. */
  currentVersion: z.int().optional(),
  /** Names this request in the server's log. */
  correlationId: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;
