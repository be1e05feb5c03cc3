import type { PolicyFieldsFragment } from '../../data/operations.generated';

export type Policy = PolicyFieldsFragment;
