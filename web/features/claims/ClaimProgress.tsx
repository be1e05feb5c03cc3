import { Button, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Circle, Disable, Document, Envelope, More, TickCircle, Upload } from '@blueprintjs/icons';
import {
  CHECKLISTS,
  isClosed,
  type RequirementMark,
} from '@insuremanager/contracts/claims/claimKinds';
import type { ClaimRequirement } from '@insuremanager/contracts/claims/claimRequirements';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  ClaimProgressDocument,
  type ClaimProgressQuery,
  MarkClaimRequirementDocument,
} from '../../data/operations.generated';
import { sentenceOfAction } from '../../data/problems';
import { addressOfRecord, OPENED_HERE } from '../../records/addresses';
import { UploadDialog } from '../../records/documents/UploadDialog';
import { useDocumentsOf } from '../../records/documents/useDocumentsOf';
import { formatDecimal } from '../../records/policies/Premium';
import { ActionMenu } from '../../ui/ActionMenu';
import { useAllowed } from '../../ui/allowed';
import { Flyout } from '../../ui/Flyout';
import { formatDays } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { Loaded } from '../../ui/record/Loaded';
import { toneOf } from '../../ui/statusTones';
import { useToast } from '../../ui/toaster/Toaster';
import { useAddress } from '../../ui/useAddress';
import type { Claim } from './claim';

type Progress = ClaimProgressQuery['claimProgress'];
type Step = Progress['steps'][number];
type Requirement = Progress['checklist'][number];

interface ClaimProgressProps {
  claim: Claim;
  /** Asks the customer for what is missing. */
  onAsk: () => void;
  onChanged: () => Promise<void>;
}

/** How a claim got where it is, and which documents it waits for. */
export const ClaimProgress = (props: ClaimProgressProps) => (
  <Loaded
    query={operation(ClaimProgressDocument, { id: props.claim.id })}
    fetchPolicy="cache-and-network"
    what="the stages"
    rowHeight={44}
  >
    {({ claimProgress }) => (
      <div className="claim-progress">
        <Stages claim={props.claim} steps={claimProgress.steps} />
        <Checklist {...props} progress={claimProgress} />
      </div>
    )}
  </Loaded>
);

const Stages = ({ claim, steps }: { claim: Claim; steps: readonly Step[] }) => (
  <section aria-label="Stages">
    <ol className="claim-stages">
      {steps.map((step, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added, at the end
        <li key={nth} data-tone={toneOf(step.stage)}>
          <span className="claim-stage-head">
            <strong>{labelOf(step.stage)}</strong>
            {step.amount !== null && <span className="tabular">{formatDecimal(step.amount)}</span>}
          </span>
          <span className="muted tabular">
            {formatDay(step.on)}, {step.by}
            {nth === steps.length - 1 && isClosed(claim.stage)
              ? ''
              : `, ${step.days === 0 ? 'same day' : formatDays(step.days)}`}
          </span>
          {step.reason && <span dir="auto">{step.reason}</span>}
        </li>
      ))}
    </ol>
    {claim.dueOn !== null && (
      <p className="muted">The insurer’s next step is due by {formatDay(claim.dueOn)}.</p>
    )}
  </section>
);

/** What became of an email, where it was not simply sent. */
const OUTCOMES: Readonly<Record<string, string>> = {
  open: 'Whether it was sent is not known yet.',
  kept: `${EMAIL_KEPT}.`,
  refused: 'The mail server refused the address.',
  unreachable: 'The mail server could not be reached.',
  overtaken: 'It was out of date before it could be sent.',
};

const MARK_ICONS: Readonly<Record<RequirementMark, ComponentType>> = {
  missing: Circle,
  received: TickCircle,
  not_needed: Disable,
};

function Checklist({
  claim,
  progress,
  onAsk,
  onChanged,
}: ClaimProgressProps & { progress: Progress }) {
  const upload = useUpload();
  const canUpload = useAllowed('documents.write');
  const canWrite = useAllowed('claims.write') && !isClosed(claim.stage);
  const mark = useMark(claim, onChanged);
  const { checklist, requests } = progress;
  const missing = checklist.filter((one) => one.mark === 'missing').length;
  const last = requests.at(-1);
  return (
    <section aria-label="Documents">
      <header>
        <h3>
          Documents{' '}
          <span className="muted tabular">
            {checklist.length - missing} of {checklist.length}
          </span>
        </h3>
        <span className="claim-buttons">
          {canUpload && claim.customer && (
            <Button size="small" icon={<Upload />} onClick={() => upload(null)}>
              Upload
            </Button>
          )}
          {canWrite && missing > 0 && (
            <Button size="small" icon={<Envelope />} onClick={onAsk}>
              Ask for {missing === 1 ? 'it' : `${missing} missing`}
            </Button>
          )}
        </span>
      </header>
      <ul className="claim-checklist">
        {checklist.map((one) => (
          <Requirement
            key={one.requirement}
            {...{ claim, one, canWrite, mark }}
            upload={canUpload && claim.customer ? upload : null}
          />
        ))}
      </ul>
      {claim.customer && <ClaimUpload {...{ claim, onChanged }} />}
      {last && (
        <p className="muted">
          Last asked for by {labelOf(last.channel)} on {formatDay(kolkataDay(new Date(last.at)))} (
          {last.by}). {OUTCOMES[last.outcome]}
        </p>
      )}
    </section>
  );
}

type Mark = (requirement: Requirement, mark: RequirementMark, documentId?: number) => void;

interface RequirementProps {
  claim: Claim;
  one: Requirement;
  canWrite: boolean;
  mark: Mark;
  upload: ((requirement: ClaimRequirement) => void) | null;
}

function Requirement({ claim, one, canWrite, mark, upload }: RequirementProps) {
  const Icon = MARK_ICONS[one.mark];
  const name = labelOf(one.requirement);
  const isReceived = one.mark === 'received';
  return (
    <li data-mark={one.mark}>
      <button
        type="button"
        className="claim-check"
        disabled={!canWrite}
        aria-pressed={isReceived}
        onClick={() => mark(one, isReceived ? 'missing' : 'received')}
      >
        <Icon />
        <span>{name}</span>
        <span className="muted tabular">
          {one.mark === 'not_needed' ? 'not needed' : isReceived && one.on ? formatDay(one.on) : ''}
        </span>
      </button>
      {one.documentId !== null && (
        <Link
          to={addressOfRecord({ kind: 'document', id: one.documentId })}
          state={OPENED_HERE}
          aria-label={`File of ${name}`}
        >
          <Document />
        </Link>
      )}
      {canWrite && (
        <Flyout
          placement="bottom-end"
          content={<RequirementMenu {...{ claim, one, mark, name, upload }} />}
        >
          <Button variant="minimal" size="small" icon={<More />} aria-label={`More for ${name}`} />
        </Flyout>
      )}
    </li>
  );
}

/** Marks that a press does not make, and the uploaded files that it may be. */
function RequirementMenu({
  claim,
  one,
  mark,
  name,
  upload,
}: Omit<RequirementProps, 'canWrite'> & { name: string }) {
  const { documents = [] } = useDocumentsOf({ customerId: claim.customerId });
  const files = documents.filter(({ documentType }) => documentType === 'claim_document');
  return (
    <ActionMenu label={name}>
      {one.mark === 'not_needed' ? (
        <MenuItem icon={<Circle />} text="Needed" onClick={() => mark(one, 'missing')} />
      ) : (
        <MenuItem icon={<Disable />} text="Not needed" onClick={() => mark(one, 'not_needed')} />
      )}
      {upload && (
        <MenuItem icon={<Upload />} text="Upload file" onClick={() => upload(one.requirement)} />
      )}
      {files.length > 0 && <MenuDivider title="Received as" />}
      {files.slice(0, 12).map(({ id, fileName }) => (
        <MenuItem
          key={id}
          icon={<Document />}
          text={fileName}
          onClick={() => mark(one, 'received', id)}
        />
      ))}
    </ActionMenu>
  );
}

/** The address says what is uploaded: a document of the checklist, or any. */
const ANY = '1';

function useUpload() {
  const { open } = useAddress();
  return (requirement: ClaimRequirement | null) => open({ upload: requirement ?? ANY });
}

/** The form in which documents of the claim are uploaded, filled in already. */
function ClaimUpload({ claim, onChanged }: Pick<ClaimProgressProps, 'claim' | 'onChanged'>) {
  const { params, close } = useAddress();
  const asked = params.get('upload');
  const { id, claimNumber, kind, customer } = claim;
  const { reload } = useDocumentsOf({ customerId: claim.customerId });
  if (asked === null || !customer) return null;
  const requirement = CHECKLISTS[kind].find((one) => one === asked) ?? null;
  return (
    <UploadDialog
      fixed={{ customer, claim: { id, claimNumber, kind, requirement } }}
      dropped={NO_FILES}
      onStored={() => void Promise.all([reload(), onChanged()])}
      onClose={() => close('upload')}
    />
  );
}

const NO_FILES: readonly File[] = [];

function useMark(claim: Claim, onChanged: () => Promise<void>): Mark {
  const send = useCommands();
  const showToast = useToast();
  return (one, mark, documentId) => {
    const input = { requirement: one.requirement, mark, documentId: documentId ?? null };
    const marking = send(
      (commandId) => operation(MarkClaimRequirementDocument, { id: claim.id, input, commandId }),
      { subject: `${claim.id}-${one.requirement}`, content: JSON.stringify(input) },
    );
    void marking.then(({ failure }) => {
      if (!failure) return onChanged();
      const description = sentenceOfAction(failure, 'Failed to save claim. Please try again.');
      showToast({ title: 'Error', description, tone: 'destructive' });
    });
  };
}
