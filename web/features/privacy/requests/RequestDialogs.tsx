import { REQUESTED_RIGHTS } from '@insuremanager/contracts/privacy/requestKinds';
import {
  askedFields,
  ClosingInput,
  closingFields,
  NewPersonRequest,
} from '@insuremanager/contracts/privacy/requestViews';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation } from '../../../data/operation';
import {
  ClosePersonRequestDocument,
  ReceivePersonRequestDocument,
} from '../../../data/operations.generated';
import { CommandDialog } from '../../../records/CommandDialog';
import { type PersonRequest, rightOf } from './personRequest';

/** Rights with their sections of the Act; the day is mostly one of the last. */
const FIELDS = {
  ...askedFields,
  right: {
    ...askedFields.right,
    optionLabels: Object.fromEntries(REQUESTED_RIGHTS.map((right) => [right, rightOf({ right })])),
  },
  receivedOn: { ...askedFields.receivedOn, isPast: false },
};

interface NewRequestDialogProps {
  /** Whose it is, where that is known. */
  customerId: number | null;
  onSaved: (request: PersonRequest) => void;
  onClose: () => void;
}

/** Enters what somebody asks for. */
export const NewRequestDialog = ({ customerId, onSaved, onClose }: NewRequestDialogProps) => (
  <CommandDialog
    title="Add Request"
    submitLabel="Add Request"
    fields={FIELDS}
    initial={{
      customerId: customerId === null ? '' : String(customerId),
      receivedOn: formatDay(kolkataDay(new Date())),
    }}
    schema={NewPersonRequest}
    toSend={({ customerId: id, ...input }, commandId) =>
      operation(ReceivePersonRequestDocument, { customerId: id, input, commandId })
    }
    failed="Failed to add the request. Please try again."
    extras={() => ({
      words: { hint: 'What the person asks for. It is erased with them.' },
    })}
    onSaved={({ saved }) => onSaved(saved.personRequest)}
    onClose={onClose}
  />
);

interface CloseRequestDialogProps {
  request: PersonRequest;
  onSaved: () => void;
  onClose: () => void;
}

/** What became of a request. */
export const CloseRequestDialog = ({ request: { id }, ...ends }: CloseRequestDialogProps) => (
  <CommandDialog
    {...ends}
    title="Close Request"
    submitLabel="Close Request"
    fields={closingFields}
    schema={ClosingInput}
    toSend={(input, commandId) => operation(ClosePersonRequestDocument, { id, input, commandId })}
    failed="Failed to close the request. Please try again."
    extras={({ outcome }) => ({
      answer: {
        ...(outcome === 'refused' && { label: 'Reason', required: true }),
        hint: 'What the person was told',
      },
    })}
  />
);
