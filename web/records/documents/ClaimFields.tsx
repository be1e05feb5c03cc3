import { InputGroup } from '@blueprintjs/core';
import { CHECKLISTS, type ClaimKind } from '@insuremanager/contracts/claims/claimKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation, useGatewayQuery } from '../../data/operation';
import { ClaimsOfDocument } from '../../data/operations.generated';
import { FormField } from '../../ui/FormField';
import { labelOf, optionsOf } from '../../ui/labels';
import { SelectField } from '../../ui/SelectField';
import type { FixedTarget, UploadFields } from './uploadFormTarget';

interface ClaimFieldsProps {
  fields: UploadFields;
  fixed: FixedTarget | undefined;
  onChange: (part: Partial<UploadFields>) => void;
}

/** The claim that a document is for, and what of its checklist is received with it. */
export function ClaimFields({ fields, fixed, onChange }: ClaimFieldsProps) {
  if (fixed?.claim) {
    const { claimNumber, kind } = fixed.claim;
    return (
      <>
        <FormField label="Claim">
          {(field) => <InputGroup {...field} readOnly value={claimNumber} />}
        </FormField>
        <Requirement {...{ fields, kind, onChange }} />
      </>
    );
  }
  const { customerId } = fields;
  return customerId === null ? null : <ChosenClaim {...{ fields, customerId, onChange }} />;
}

type ChosenClaimProps = Omit<ClaimFieldsProps, 'fixed'> & { customerId: number };

/** One of the customer’s claims, or of the policy’s where one is chosen; nothing where there is none. */
function ChosenClaim({ fields, customerId, onChange }: ChosenClaimProps) {
  const { policyId, claimId } = fields;
  const asked = operation(ClaimsOfDocument, { filter: { customerId } });
  const { data } = useGatewayQuery(asked, { fetchPolicy: 'cache-and-network' });
  const claims = (data?.claims.items ?? []).filter(
    (claim) => policyId === null || claim.policyId === policyId,
  );
  if (claims.length === 0) return null;
  const chosen = claims.find(({ id }) => id === claimId);
  return (
    <>
      <SelectField
        label="Claim"
        hint="Optional"
        value={claimId ?? ''}
        onChange={(value) => {
          const claim = claims.find(({ id }) => String(id) === value);
          onChange({
            ...{ claimId: claim?.id ?? null, requirement: null },
            ...(claim?.policy && { policyId: claim.policyId, policyType: claim.policyKind }),
          });
        }}
        options={[
          { value: '', label: 'None' },
          ...claims.map(({ id, claimNumber, kind, lossDate }) => ({
            value: id,
            label: `${claimNumber}, ${labelOf(kind)}, loss on ${formatDay(lossDate)}`,
          })),
        ]}
      />
      {chosen && <Requirement {...{ fields, kind: chosen.kind, onChange }} />}
    </>
  );
}

const Requirement = ({
  fields,
  kind,
  onChange,
}: Omit<ClaimFieldsProps, 'fixed'> & { kind: ClaimKind }) => (
  <SelectField
    label="On the checklist"
    hint="Optional"
    value={fields.requirement ?? ''}
    onChange={(value) =>
      onChange({ requirement: CHECKLISTS[kind].find((one) => one === value) ?? null })
    }
    options={[{ value: '', label: 'Nothing' }, ...optionsOf(CHECKLISTS[kind])]}
  />
);
