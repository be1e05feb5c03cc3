import { z } from 'zod';

/** Something that is accepted and yet looks wrong. Shown beside its field; never blocks a save. */
export const Warning = z.object({
  field: z.string(),
  /** Stable, kebab-case, for programs. */
  code: z.string(),
  message: z.string(),
});
export type Warning = z.infer<typeof Warning>;
