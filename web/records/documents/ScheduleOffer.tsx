import { useApolloClient } from '@apollo/client/react';
import { Radio, RadioGroup } from '@blueprintjs/core';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import { PolicyScheduleDocument } from '../../data/operations.generated';
import { failureOf, reasonOf } from '../../data/problems';
import { FormFrame } from '../../ui/record/FormFrame';
import { OPENED_HERE, RECORD_PLACES } from '../addresses';
import { wordsOf } from '../policies/policyLabels';

export interface ScheduleOfferProps {
  document: { id: number; customerId: number; fileName: string };
  /** It was uploaded just now. */
  isNew: boolean;
  onClose: () => void;
}

const FAILED = 'The schedule could not be read. Check your connection and try again.';

/** Offers to fill in the form of a policy from its schedule. Nothing is saved by that. */
export function ScheduleOffer({ document, isNew, onClose }: ScheduleOfferProps) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Asked for where the schedule does not say it. */
  const [kind, setKind] = useState<PolicyKind | null>(null);

  const openForm = (of: PolicyKind) =>
    navigate(
      `${RECORD_PLACES[of].path}?add=1&customerId=${document.customerId}&schedule=${document.id}`,
      // Back leads to where the document was, not to the dialog.
      { state: OPENED_HERE, replace: isNew },
    );
  const read = async () => {
    if (isReading) return;
    if (kind) return openForm(kind);
    setReading(true);
    setFailure(null);
    try {
      const asked = operation(PolicyScheduleDocument, { documentId: document.id });
      const { data, error } = await client.query(asked);
      if (error) throw error;
      const found = data?.policySchedule.kind ?? null;
      if (found) openForm(found);
      else setKind('health');
    } catch (error) {
      setFailure(reasonOf(failureOf(error)) ?? FAILED);
    } finally {
      setReading(false);
    }
  };
  return (
    <FormFrame
      label="Fill In a Policy"
      message={failure === null ? null : { text: failure }}
      keyHint={null}
      closeLabel={isNew || failure === null ? 'Not Now' : 'Close'}
      submitLabel={isReading ? 'Reading…' : 'Fill In Policy'}
      // A button that waits loses the focus, and Escape with it.
      isBusy={false}
      isReady
      onClose={onClose}
      onSubmit={() => void read()}
    >
      <p>
        <bdi>{document.fileName}</bdi> {isNew && 'has been uploaded. '}
        {isNew ? 'Fill in a new policy from it?' : 'is read for a new policy.'} You check each field
        before anything is saved.
      </p>
      {kind && (
        <RadioGroup
          name="kind"
          label="It does not say what it insures. Which policy is it?"
          selectedValue={kind}
          onChange={({ currentTarget: { value } }) =>
            setKind(POLICY_KINDS.find((one) => one === value) ?? kind)
          }
        >
          {POLICY_KINDS.map((one) => (
            <Radio key={one} value={one} label={wordsOf(one).titled} />
          ))}
        </RadioGroup>
      )}
    </FormFrame>
  );
}
