import type { UserFieldsFragment } from '../../data/operations.generated';

/** A user, as administrators see one. */
export type User = UserFieldsFragment;
