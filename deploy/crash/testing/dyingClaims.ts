/** Brings claims to their next stage and asks for what they lack, until it is killed. */
import { workOn } from './claimWork.js';
import { type MailingInput, mailUntilKilled } from './killedMailing.js';

export interface DyingClaimsInput extends MailingInput {
  readonly claimIds: readonly number[];
  /** The day on which each goes on. */
  readonly on: string;
}

mailUntilKilled<DyingClaimsInput>(async (services, { claimIds, on }) => {
  for (const id of claimIds) await workOn(services, id, on);
});
