import { useApolloClient } from '@apollo/client/react';
import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { mayBeSamePerson } from '@insuremanager/contracts/rules/personNames';
import { useMemo, useState } from 'react';
import { operation } from '../../../data/operation';
import {
  CreatePolicyOfScheduleDocument,
  PolicyScheduleDocument,
  type PolicyScheduleQuery,
} from '../../../data/operations.generated';
import { useFileContent } from '../../../data/useFileContent';
import { useCustomer } from '../../../records/customers/useCustomer';
import { useFieldsForm } from '../../../records/FieldsForm';
import type { FieldExtras } from '../../../records/FormFields';
import { PolicyFields } from '../../../records/policies/PolicyFields';
import { emptyForm, type PolicyFormValues, warningsOf } from '../../../records/policies/policyForm';
import { Loaded } from '../../../ui/record/Loaded';
import { RecordForm } from '../../../ui/record/RecordForm';
import type { FormEnds } from '../../../ui/record/useRecordForm';
import { PHONE, useMediaQuery } from '../../../ui/useMediaQuery';
import { designOf } from '../PolicyForm';
import { ProposedSign } from './ProposedSign';
import { SchedulePage } from './SchedulePage';
import './schedule.css';

type Schedule = PolicyScheduleQuery['policySchedule'];

interface ScheduleFormProps extends FormEnds {
  kind: PolicyKind;
  /** The PDF. */
  documentId: number;
}

/** The form of a new policy as an insurer's schedule proposes it, beside the schedule. */
export default function ScheduleForm({ documentId, ...form }: ScheduleFormProps) {
  return (
    <Loaded
      query={operation(PolicyScheduleDocument, { documentId })}
      what="the schedule"
      rowHeight={56}
    >
      {({ policySchedule }) => <ProposedForm schedule={policySchedule} {...form} />}
    </Loaded>
  );
}

/** A policy that is entered from a document, which then belongs to it. */
const designFrom = (kind: PolicyKind, documentId: number): ReturnType<typeof designOf> => ({
  ...designOf(kind),
  save: (_base, input, commandId) =>
    operation(CreatePolicyOfScheduleDocument, { kind, input, commandId, documentId }),
});

/** What the schedule says, and nothing where it does not: no day of ours could be told from its. */
const initialOf = ({ customerId, fields }: Schedule): PolicyFormValues => ({
  ...emptyForm(customerId),
  ...Object.fromEntries(fields.map(({ field, value }) => [field, value])),
});

interface ProposedFormProps extends FormEnds {
  kind: PolicyKind;
  schedule: Schedule;
}

function ProposedForm({ kind, schedule, ...ends }: ProposedFormProps) {
  const { documentId, fileName, fields } = schedule;
  const { cache } = useApolloClient();
  const [design] = useState(() => designFrom(kind, documentId));
  const [initial] = useState(() => initialOf(schedule));
  const { edit, shown } = useFieldsForm({
    ...{ design, initial, base: null, ...ends },
    onSaved: async (id) => {
      // It belongs to the policy now.
      cache.evict({ id: cache.identify({ __typename: 'Document', id: documentId }) });
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'documents' });
      await ends.onSaved(id);
    },
  });
  const { values } = shown;
  const warnings = useScheduleWarnings(kind, schedule, values);
  const isPhone = useMediaQuery(PHONE);
  const file = useFileContent(documentId);
  const [focused, setFocused] = useState<string | null>(null);
  const place = useMemo(() => fields.find(({ field }) => field === focused), [fields, focused]);
  const page = <SchedulePage {...{ file, fileName, place }} pages={schedule.pagesRead} />;
  const extras = Object.fromEntries(
    fields.map(({ field, value }) => [
      field,
      {
        sign: <ProposedSign field={field} isKept={values[field as PolicyField] === value} />,
        notes: isPhone && focused === field && page,
      },
    ]),
  ) as FieldExtras<PolicyField>;
  return (
    <RecordForm edit={edit}>
      <div className="schedule">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what has the focus is shown beside it */}
        <div
          className="schedule-fields"
          onFocus={({ target }) =>
            setFocused(
              target
                .closest('.form-field')
                ?.querySelector<HTMLElement>('[data-proposed]')
                ?.getAttribute('data-proposed') ?? null,
            )
          }
        >
          <p className="schedule-note" role="note">
            Proposed from <strong dir="auto">{fileName}</strong>. Nothing is saved yet: check each
            field, and fill in what is missing.
          </p>
          <PolicyFields {...shown} kind={kind} warnings={warnings} extras={extras} />
        </div>
        {!isPhone && page}
      </div>
    </RecordForm>
  );
}

/** As in any form, and that somebody else seems to be insured. */
function useScheduleWarnings(kind: PolicyKind, schedule: Schedule, values: PolicyFormValues) {
  const { insuredName } = schedule;
  const customer = useCustomer(values.customerId === '' ? null : Number(values.customerId));
  const today = kolkataDay(new Date());
  const warnings = warningsOf(kind, values, customer?.kycStatus ?? null, today);
  if (!customer || !insuredName || mayBeSamePerson(customer.name, insuredName)) return warnings;
  const other = `The schedule names ${insuredName}. Please check the customer.`;
  return { ...warnings, customerId: [other, warnings.customerId].filter(Boolean).join(' ') };
}
