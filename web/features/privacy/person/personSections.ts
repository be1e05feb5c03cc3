import type { ComponentType } from 'react';
import { ConsentSection } from './ConsentSection';
import { HoldsSection } from './HoldsSection';
import { NomineesSection } from './NomineesSection';
import { RequestsSection } from './RequestsSection';

/** Of one person, on the page of them: what each part of the desk has to say, in this order. */
export const PERSON_SECTIONS: readonly ComponentType<{ customerId: number }>[] = [
  RequestsSection,
  ConsentSection,
  NomineesSection,
  HoldsSection,
];
