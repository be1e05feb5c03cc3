import { lazyPart } from '../ui/lazyPart';

/** The inputs of an Advanced Search that suggest what is there; a list can do without their code. */
export const CustomerCriterion = lazyPart(async () => ({
  default: (await import('./customers/CustomerPicker')).CustomerCriterion,
}));

export const InsurerCriterion = lazyPart(async () => ({
  default: (await import('./policies/InsurerInput')).InsurerCriterion,
}));
