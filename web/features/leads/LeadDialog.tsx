import {
  LeadMoveInput,
  type leadFields,
  leadMoveFields,
} from '@insuremanager/contracts/leads/leadFields';
import { operation } from '../../data/operation';
import { MoveLeadDocument, type LeadMoveInput as WireMove } from '../../data/operations.generated';
import { FieldsForm, type ShownFields } from '../../records/FieldsForm';
import { DescribedField, FieldGroups } from '../../records/FormFields';
import { useOwners } from '../../records/renewals/useOwners';
import { useCurrentUser } from '../../session/SessionProvider';
import { usersToChoose } from '../../ui/labels';
import { rarePart } from '../../ui/lazyPart';
import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import { type FormValues, wireValues } from '../../ui/record/fieldsForm';
import { RecordForm } from '../../ui/record/RecordForm';
import { target } from '../../ui/record/recordType';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../ui/record/useRecordForm';
import { useChangeRecord } from '../../ui/record/useSaveRecord';
import { SelectField } from '../../ui/SelectField';
import { LEAD, LEAD_FORM, type Lead } from './lead';

type Values = FormValues<typeof leadFields>;

const PasteText = rarePart(() => import('./PasteText'));

/** What cannot be understood in an address is an edit. */
export default function LeadDialog(dialog: Omit<EditDialogProps<Lead>, 'children'>) {
  const { username } = useCurrentUser();
  const { owners } = useOwners();
  const own = owners.find((one) => one.username === username)?.id;
  const isLost = dialog.id !== null && dialog.change === 'lose';
  return (
    <EditDialog {...dialog} {...(isLost && { title: 'Lead Lost' })}>
      {(lead, ends) => {
        if (lead && isLost) return <LostForm lead={lead} {...ends} />;
        // Whose it is at first is known only with the users.
        if (own === undefined && !lead) return null;
        return (
          <FieldsForm
            design={LEAD_FORM}
            base={lead}
            initial={{ ...LEAD_FORM.empty, ownerId: String(own ?? '') }}
            {...ends}
          >
            {(shown) => <LeadFields {...shown} />}
          </FieldsForm>
        );
      }}
    </EditDialog>
  );
}

function LeadFields(shown: ShownFields<Lead, Values>) {
  const { groups, form, values } = shown;
  const { owners } = useOwners();
  return (
    <>
      {shown.base === null && <PasteText form={form} />}
      <FieldGroups {...shown} groups={groups.filter(({ heading }) => heading !== 'Owner')} />
      <fieldset>
        <legend>Owner</legend>
        <SelectField
          label="Owner"
          value={values.ownerId}
          options={[{ value: '', label: 'Anybody' }, ...usersToChoose(owners)]}
          onChange={(id) => form.setValue('ownerId', id, { shouldDirty: true })}
        />
      </fieldset>
    </>
  );
}

type MoveValues = FormValues<typeof leadMoveFields>;
const LABELS = { status: 'Status', reason: 'Reason' };
const move = (lead: Lead, input: WireMove, commandId: string) =>
  operation(MoveLeadDocument, { ...target(lead), input, commandId });

/** Why a lead was lost. */
function LostForm({ lead, ...ends }: FormEnds & { lead: Lead }) {
  const formOf = (): MoveValues => ({ status: 'lost', reason: '' });
  const form = useValidatedForm<MoveValues>(formOf(), LeadMoveInput);
  const edit = useRecordForm({
    ...ends,
    type: LEAD,
    opened: lead,
    form,
    rules: { labels: LABELS, formOf, format: (_field, value) => value },
    changesOf: (_base, typed): WireMove => wireValues(leadMoveFields, typed) as WireMove,
    save: useChangeRecord(LEAD, move, { othersAreNew: true }),
    failed: 'Failed to save lead. Please try again.',
    done: ({ name }) => ({ title: 'Lead Lost', description: name }),
  });
  return (
    <RecordForm edit={edit} submitLabel="Lost">
      <fieldset>
        <DescribedField form={form} fields={leadMoveFields} name="reason" required autoFocus />
      </fieldset>
    </RecordForm>
  );
}
