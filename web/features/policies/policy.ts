import type { ApolloClient } from '@apollo/client';
import { policyFields, policyFieldsOf } from '@insuremanager/contracts/policies/policyFields';
import {
  CANCELLATION_REASONS,
  type PolicyKind,
} from '@insuremanager/contracts/policies/policyKinds';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { operation } from '../../data/operation';
import {
  PolicyDetailsDocument,
  PolicyOperations,
  type PolicyWithCustomerFragment,
} from '../../data/operations.generated';
import { INVALIDATED_BY_POLICIES } from '../../records/policies/invalidatedByPolicies';
import { wordsOf } from '../../records/policies/policyLabels';
import { labelOf } from '../../ui/labels';
import { formatText } from '../../ui/record/fieldsForm';
import { type RecordType, recordType } from '../../ui/record/recordType';

export type Policy = PolicyWithCustomerFragment;

/** A value of a field as people read it. */
export function formatValue(field: string, text: string): string {
  const isWord = CANCELLATION_REASONS.some((reason) => reason === text);
  if (field === 'reason') return isWord ? labelOf(text) : text;
  return formatText(policyFields, field, text);
}

const details = (id: number) => operation(PolicyDetailsDocument, { id });

/** The term before has its place again: the list has brought it so, or it is asked for. */
function showTermBefore(client: ApolloClient, id: number) {
  const known = (one: number) => client.readQuery(details(one))?.record;
  const before = known(id)?.predecessorId;
  if (!before || known(before)?.successorId !== id) return;
  client.query({ ...details(before), fetchPolicy: 'network-only' }).catch(() => {
    // It is shown as it was, until it is asked for again.
  });
}

const typeOf = (kind: PolicyKind) =>
  recordType<Policy, { kind: PolicyKind }>(RECORDS.policy, PolicyOperations, {
    title: wordsOf(kind).titled,
    fields: policyFieldsOf(kind),
    name: 'policyNumber',
    formatValue,
    variables: { kind },
    invalidates: INVALIDATED_BY_POLICIES,
    onDeleted: showTermBefore,
  });

export const POLICY: Readonly<Record<PolicyKind, RecordType<Policy>>> = {
  health: typeOf('health'),
  vehicle: typeOf('vehicle'),
};

/** The policy that a change is made to, at the version that it is made to. */
export const target = ({ id, kind, version }: Policy) => ({ id, kind, expectedVersion: version });
