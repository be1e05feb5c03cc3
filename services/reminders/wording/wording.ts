import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

/** The words of a reminder in one language. Dates are DD/MM/YYYY. */
export interface Wording {
  subjectOfOne(policyNumber: string, date: string): string;
  subjectOfMany(count: number): string;
  greeting(name: string): string;
  introOfOne: string;
  introOfMany: string;
  kinds: Readonly<Record<PolicyKind, string>>;
  /** What ends where only that cover of a motor policy does. */
  thirdParty: string;
  labels: Readonly<
    Record<'insurer' | 'policyNumber' | 'vehicle' | 'endDate' | 'daysLeft' | 'premium', string>
  >;
  daysLeft(days: number): string;
  renewByPhone(phone: string): string;
  /** Where the brokerage has not said its telephone number. */
  renew: string;
  /** To whoever has renewed elsewhere, or a moment ago. */
  ignore: string;
  regards: string;
  /**
   * The usual short message, in which only variables differ, as DLT has it. Where the brokerage
   * registered other words, it sets them.
   */
  shortText: string;
}
