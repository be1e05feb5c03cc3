import type { PolicyInput } from '@insuremanager/contracts/policies/policyInputs';
import { policyInputOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyListRequest } from '@insuremanager/contracts/policies/policyViews';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import type {
  PoliciesOfBook,
  PolicyCommandResult,
  TermRef,
} from '@insuremanager/services/policies/index';
import { savedBy } from './recordService.js';

const saved = savedBy(({ policy }: PolicyCommandResult) => policy);

/** The policies of one kind, each under its id. */
export function policyRecords(policies: PoliciesOfBook, kind: PolicyKind) {
  const byId =
    <Rest extends unknown[], Outcome>(method: (ref: TermRef, ...rest: Rest) => Outcome) =>
    (id: number, ...rest: Rest): Outcome =>
      method({ kind, id }, ...rest);
  return {
    recordName: 'policy',
    input: policyInputOf(kind),
    patch: policyPatchOf(kind),
    list: (request: PolicyListRequest) =>
      policies.list({ ...request, filter: { ...request.filter, kind } }),
    find: (id: number) => policies.find(id, kind),
    asOf: byId(policies.asOf),
    history: byId(policies.history),
    termHistories: byId(policies.termHistories),
    create: saved((input: PolicyInput, context: CommandContext) =>
      policies.issue(kind, input, context),
    ),
    update: byId(saved(policies.update)),
    endorse: byId(saved(policies.endorse)),
    renew: byId(saved(policies.renew)),
    cancel: byId(saved(policies.cancel)),
    reinstate: byId(saved(policies.reinstate)),
    delete: byId(policies.delete),
  };
}
