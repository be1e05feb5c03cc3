/** What a customer looks for on a quotation. */
export const LETTERHEAD_NEEDS = ['name', 'address', 'phone', 'licence', 'gstin'] as const;
