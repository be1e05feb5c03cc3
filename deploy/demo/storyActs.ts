import type { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { LossReason } from '@insuremanager/contracts/renewals/renewalKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { z } from 'zod';
import type { DemoUser } from './brokerage.js';
import type { DemoPolicy } from './covers.js';
import type { DemoPerson } from './people.js';

/** What is done with a policy, as typed. `policy` counts a customer's from 1 and is not yet an id. */
export type PolicyAct =
  | { type: 'issue'; policy: number; kind: PolicyKind; input: DemoPolicy['input'] }
  | { type: 'endorse'; policy: number; effectiveFrom: Day; reason: string; changes: object }
  | { type: 'renew'; policy: number; successor: number; input: object }
  | { type: 'cancel'; policy: number; reason: string; note: string | null };

/** What is done about the renewal of a policy; `term` counts as `policy` does. */
export type RenewalAct =
  | { type: 'contact'; term: number }
  | { type: 'lose'; term: number; reason: LossReason; note: string | null }
  | { type: 'own'; term: number; owner: DemoUser }
  | { type: 'followUp'; term: number; followUpOn: Day };

export type CustomerAct =
  | { type: 'register'; input: DemoPerson }
  | { type: 'update'; patch: z.input<typeof CustomerPatch> }
  | { type: 'delete' };

/** What somebody at the brokerage did, as typed. All numbers count a customer's from 1. */
export type DemoAct =
  | CustomerAct
  | PolicyAct
  | RenewalAct
  | { type: 'quote'; quotation: number; input: object }
  | { type: 'decide'; quotation: number; status: 'accepted' | 'rejected' }
  | { type: 'convert'; quotation: number; kind: PolicyKind; input: object }
  | {
      type: 'file';
      document: number;
      documentType: DocumentType;
      fileName: string;
      /** Lines of a page, or the seed of a picture. */
      shows: readonly string[] | number;
      /** Of the first policy of the customer, when they have one. */
      isOfPolicy: boolean;
    };

export interface DemoStep {
  /** Names the step for ever, so that it is done once. */
  readonly key: string;
  readonly at: Date;
  readonly actor: DemoUser;
  /** Counts from 1 and is not yet an id. */
  readonly customer: number;
  readonly act: DemoAct;
}

/** When, in days before today, and what. */
export interface Moment {
  readonly daysAgo: number;
  readonly act: DemoAct;
}
