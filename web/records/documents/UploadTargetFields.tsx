import { InputGroup } from '@blueprintjs/core';
import { DOCUMENT_TYPES } from '@insuremanager/contracts/documents/documentKinds';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { FormField } from '../../ui/FormField';
import { optionsOf } from '../../ui/labels';
import { SelectField } from '../../ui/SelectField';
import { CustomerPicker } from '../customers/CustomerPicker';
import { ClaimFields } from './ClaimFields';
import { PolicyPicker } from './PolicyPicker';
import type { FixedTarget, UploadFields } from './uploadFormTarget';

interface UploadTargetFieldsProps {
  fields: UploadFields;
  fixed: FixedTarget | undefined;
  /** Some of the files are under way as what stands here. */
  isLocked: boolean;
  customerError: string | undefined;
  customerRef: (input: HTMLInputElement | null) => void;
  onChange: (part: Partial<UploadFields>) => void;
}

const NO_CLAIM = { claimId: null, requirement: null };

/** To what the files belong. */
export function UploadTargetFields(props: UploadTargetFieldsProps) {
  const { fields, fixed, isLocked, customerError, customerRef, onChange } = props;
  const { customerId, documentType } = fields;
  const types = fixed?.claim
    ? (['claim_document'] as const)
    : DOCUMENT_TYPES.filter((type) => !fixed?.policy || type !== 'kyc');
  return (
    <fieldset disabled={isLocked}>
      <FormField label="Customer" required error={customerError}>
        {(field) =>
          fixed ? (
            <InputGroup {...field} readOnly value={fixed.customer.name} />
          ) : (
            <CustomerPicker
              {...field}
              customerId={customerId}
              inputRef={customerRef}
              onChange={(customer) =>
                onChange({ customerId: customer?.id ?? null, policyId: null, ...NO_CLAIM })
              }
            />
          )
        }
      </FormField>
      <SelectField
        label="Document type"
        required
        value={documentType}
        onChange={(value) =>
          onChange({ documentType: types.find((type) => type === value) ?? documentType })
        }
        options={optionsOf(types)}
      />
      {documentType !== 'kyc' && !fixed?.claim && <PolicyFields {...props} />}
      {documentType === 'claim_document' && <ClaimFields {...{ fields, fixed, onChange }} />}
    </fieldset>
  );
}

function PolicyFields({ fields, fixed, onChange }: UploadTargetFieldsProps) {
  const { customerId, policyType, policyId } = fields;
  const fixedPolicy = fixed?.policy;
  if (fixedPolicy) {
    return (
      <FormField label="Policy">
        {(field) => <InputGroup {...field} readOnly value={fixedPolicy.policyNumber} />}
      </FormField>
    );
  }
  return (
    <>
      <SelectField
        label="Policy type"
        value={policyType ?? ''}
        onChange={(value) => {
          const kind = POLICY_KINDS.find((one) => one === value) ?? null;
          onChange({ policyType: kind, policyId: null, ...NO_CLAIM });
        }}
        options={[{ value: '', label: 'Not specified' }, ...optionsOf(POLICY_KINDS)]}
      />
      <FormField label="Policy" hint="Optional">
        {(field) =>
          customerId === null ? (
            <InputGroup {...field} disabled placeholder="Choose the customer first" />
          ) : (
            <PolicyPicker
              {...field}
              customerId={customerId}
              kind={policyType}
              policyId={policyId}
              onChange={(policy) =>
                onChange({
                  ...(policy
                    ? { policyId: policy.id, policyType: policy.kind }
                    : { policyId: null }),
                  ...NO_CLAIM,
                })
              }
            />
          )
        }
      </FormField>
    </>
  );
}
