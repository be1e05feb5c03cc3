import { z } from 'zod';

/** Records of one kind that are shown otherwise than before. */
export const ChangedRecords = z.object({
  kind: z.string().describe('Such as customer, policy, quotation, document'),
  ids: z
    .array(z.int())
    .nullable()
    .describe(
      'Of a policy, the number of its first term. Null: too many to name, or not for this user to know',
    ),
});
export type ChangedRecords = z.infer<typeof ChangedRecords>;

export const ChangeReport = z.object({
  records: z.array(ChangedRecords),
  everything: z.boolean().describe('Anything may have changed'),
});
export type ChangeReport = z.infer<typeof ChangeReport>;
