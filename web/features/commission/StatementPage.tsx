import { Button, ButtonGroup, Intent } from '@blueprintjs/core';
import { ArrowLeft, Lock, Trash, Upload } from '@blueprintjs/icons';
import {
  COMPANY_TDS_PERCENT,
  tdsPercentOn,
} from '@insuremanager/contracts/commission/commissionRules';
import {
  LineDecisionInput,
  lineDecisionFields,
} from '@insuremanager/contracts/commission/statementViews';
import { inputOf } from '@insuremanager/contracts/fields/fields';
import { SHEET_FILES_ACCEPTED } from '@insuremanager/contracts/imports/sheetFiles';
import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import { pick } from '@insuremanager/contracts/rules/objects';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Operation, operation, useGatewayQuery } from '../../data/operation';
import {
  CloseCommissionStatementDocument,
  CommissionCheckDocument,
  type CommissionCheckQuery,
  DecideCommissionLineDocument,
  DeleteCommissionStatementDocument,
  MatchCommissionLineDocument,
  RemoveCommissionLinesDocument,
} from '../../data/operations.generated';
import { addressOfRecord } from '../../records/addresses';
import { CommandDialog } from '../../records/CommandDialog';
import { DropHint } from '../../records/documents/DropHint';
import { useFileDrop } from '../../records/documents/useFileDrop';
import { useConfirm } from '../../ui/Confirm';
import { formatCount } from '../../ui/format';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { SectionCard } from '../../ui/SectionCard';
import { Badge } from '../../ui/StatusBadge';
import type { Tone } from '../../ui/statusTones';
import { useAction } from '../../ui/useAction';
import { useAddress } from '../../ui/useAddress';
import { AmountCell, CommissionTable } from './CommissionTable';
import { isZero, moneyOf, monthNamed } from './money';
import { useStatementUpload } from './useStatementUpload';

type Check = CommissionCheckQuery['check'];
type Line = Check['lines'][number];
type Statement = NonNullable<CommissionCheckQuery['statement']>;

const MATCHES: Readonly<Record<Line['match'], [Tone, string]>> = {
  matched: ['good', 'Matched'],
  differs: ['wait', 'Differs'],
  parts_unknown: ['wait', 'Parts unknown'],
  paid_twice: ['bad', 'Paid twice'],
  unknown: ['bad', 'Unknown policy'],
};
/** Lines that are shown at once. */
const SHOWN = 200;

/** One statement: its lines beside what is expected, and what is decided of them. */
export function StatementPage({ id }: { id: number }) {
  const { data, error, retry } = useGatewayQuery(operation(CommissionCheckDocument, { id }), {
    fetchPolicy: 'cache-and-network',
  });
  const back = (
    <Link to="/commission/statements" className="commission-back">
      <ArrowLeft /> Statements
    </Link>
  );
  if (error && !data) return <LoadFailure what="the statement" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={56} what="the statement" />;
  const { statement, check } = data as CommissionCheckQuery;
  if (!statement) return <p>{back} This statement was deleted.</p>;
  return (
    <article className="commission">
      {back}
      <Head {...{ statement, check }} onChanged={retry} />
      {check.lines.length > 0 && <Lines {...{ statement, check }} onChanged={retry} />}
      {check.unpaid.length > 0 && <Unpaid check={check} />}
      {check.unsplit.length > 0 && <Unsplit check={check} />}
    </article>
  );
}

interface PartProps {
  statement: Statement;
  check: Check;
  onChanged: () => void;
}

function Head({ statement, check, onChanged }: PartProps) {
  const { id, insuranceCompany, month, status, version, lineCount } = statement;
  const isOpen = status === 'open';
  const { open } = useAddress();
  const ask = useConfirm();
  const { act, busy } = useAction('Failed to change the statement. Please try again.');
  const upload = useStatementUpload(id, onChanged);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop((files) => isOpen && upload.send(files));
  const change = async (what: string, toSend: (commandId: string) => Operation<unknown>) => {
    const isDone = (await act(what, toSend)) !== null;
    onChanged();
    return isDone;
  };
  const closeMonth = async () => {
    const isSure = await ask({
      title: `Close ${monthNamed(month)} of ${insuranceCompany}?`,
      text: 'What was expected and received is fixed for good. What changes later is expected in the next month.',
      confirm: 'Close Month',
      intent: Intent.PRIMARY,
    });
    if (!isSure) return;
    await change('close', (commandId) =>
      operation(CloseCommissionStatementDocument, { id, expectedVersion: version, commandId }),
    );
  };
  const removeLines = async () => {
    const text = 'What was decided of them goes, too. Then another file can be read.';
    if (!(await ask({ title: 'Remove all lines?', text, confirm: 'Remove Lines' }))) return;
    await change('lines', (commandId) =>
      operation(RemoveCommissionLinesDocument, { id, commandId }),
    );
  };
  const remove = async () => {
    const text = `${insuranceCompany}, ${monthNamed(month)}.`;
    if (!(await ask({ title: 'Delete this statement?', text, confirm: 'Delete' }))) return;
    const sent = (commandId: string) =>
      operation(DeleteCommissionStatementDocument, { id, commandId });
    if (await act('delete', sent)) open({ statement: null });
  };
  return (
    <>
      <header className="commission-title">
        <h2>
          <bdi>{insuranceCompany}</bdi>, {monthNamed(month)}
        </h2>
        <Badge tone={isOpen ? 'wait' : 'good'}>{isOpen ? 'Open' : 'Closed'}</Badge>
        {isOpen && (
          <div className="commission-actions">
            <Button
              intent={lineCount === 0 ? Intent.PRIMARY : Intent.NONE}
              icon={<Upload />}
              loading={upload.isBusy}
              onClick={() => input.current?.click()}
            >
              Add File
            </Button>
            {lineCount > 0 ? (
              <>
                <Button loading={busy === 'lines'} onClick={() => void removeLines()}>
                  Remove Lines
                </Button>
                <Button
                  intent={Intent.PRIMARY}
                  icon={<Lock />}
                  loading={busy === 'close'}
                  onClick={() => void closeMonth()}
                >
                  Close Month
                </Button>
              </>
            ) : (
              <Button icon={<Trash />} loading={busy === 'delete'} onClick={() => void remove()}>
                Delete
              </Button>
            )}
          </div>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={SHEET_FILES_ACCEPTED}
          aria-label="File of the insurer"
          onChange={({ currentTarget }) => {
            upload.send([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        {isOver && isOpen && <DropHint text="Drop to add its lines" />}
      </header>
      {upload.problem && (
        <p role="alert" className="commission-problem">
          {upload.problem}
        </p>
      )}
      {isOpen && lineCount === 0 && (
        <p className="muted">
          Drop the insurer’s file here, CSV or XLSX. It needs a column for the policy number and one
          for the commission; premium, TDS and GST are read, too.
        </p>
      )}
      <Figures {...{ statement, check }} />
    </>
  );
}

function Figures({ statement, check }: Omit<PartProps, 'onChanged'>) {
  const { status, paid, tds, gst, received, disputed } = statement;
  const isOpen = status === 'open';
  const figures: [label: string, value: string][] = [
    ['Expected', moneyOf(check.expected)],
    ['Paid', moneyOf(paid)],
    ...(isOpen
      ? ([
          ['Matched', formatCount(check.matched)],
          ['To decide', formatCount(check.undecided)],
        ] as [string, string][])
      : ([
          ['Received', moneyOf(received)],
          ['In dispute', moneyOf(disputed)],
        ] as [string, string][])),
    ['TDS', moneyOf(tds)],
    ['GST', moneyOf(gst)],
  ];
  const remark = tdsRemark(statement);
  return (
    <>
      <dl className="commission-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {remark && <p className="muted commission-note">{remark}</p>}
    </>
  );
}

/** Where the tax is none of those that the law has. */
function tdsRemark({ paid, tds, month }: Statement): string | null {
  const [commission, deducted] = [Number(paid), Number(tds)];
  if (commission <= 0) return null;
  const usual = [tdsPercentOn(month), COMPANY_TDS_PERCENT];
  const share = (deducted / commission) * 100;
  // Insurers round each line.
  if (usual.some((percent) => Math.abs(share - percent) <= 0.1)) return null;
  const percent = share.toFixed(1);
  return `TDS is ${percent} % of the commission. Section 194D says ${usual[0]} %, of companies ${usual[1]} %.`;
}

function Lines({ statement, check, onChanged }: PartProps) {
  const { params, change } = useAddress();
  const isAll =
    statement.status === 'closed' || check.undecided === 0 || params.get('lines') === 'all';
  const lines = isAll
    ? check.lines
    : check.lines.filter(({ match, decision }) => match !== 'matched' || decision === 'disputed');
  const [disputed, setDisputed] = useState<Line | null>(null);
  const [matching, setMatching] = useState<Line | null>(null);
  const { id } = statement;
  const done = () => {
    setDisputed(null);
    setMatching(null);
    onChanged();
  };
  return (
    <SectionCard
      title="Lines"
      action={
        statement.status === 'open' &&
        check.undecided > 0 && (
          <ButtonGroup>
            <Button
              active={!isAll}
              aria-pressed={!isAll}
              onClick={() => change({ lines: null })}
              text="What differs"
            />
            <Button
              active={isAll}
              aria-pressed={isAll}
              onClick={() => change({ lines: 'all' })}
              text="All"
            />
          </ButtonGroup>
        )
      }
    >
      <CommissionTable
        label="Lines of the statement"
        columns={[
          { label: 'Policy' },
          { label: 'How it stands' },
          { label: 'Commission', isAmount: true },
          { label: 'Expected', isAmount: true },
          { label: 'Difference', isAmount: true },
          { label: 'TDS', isAmount: true },
          { label: 'GST', isAmount: true },
          { label: 'Decision', isActions: true },
        ]}
      >
        {lines.slice(0, SHOWN).map((line) => (
          <LineRow
            key={line.line}
            {...{ statement, line, onChanged }}
            onDispute={() => setDisputed(line)}
            onMatch={() => setMatching(line)}
          />
        ))}
      </CommissionTable>
      {lines.length > SHOWN && (
        <p className="muted">{`The first ${SHOWN} of ${formatCount(lines.length)} lines are shown.`}</p>
      )}
      {disputed && (
        <CommandDialog
          title={`Dispute Line ${disputed.line}`}
          submitLabel="Dispute"
          fields={pick(lineDecisionFields, ['note'])}
          schema={inputOf(pick(lineDecisionFields, ['note']))}
          initial={{ note: disputed.note ?? '' }}
          extras={() => ({ note: { required: true, hint: 'What the insurer is asked' } })}
          toSend={(input, commandId) =>
            operation(DecideCommissionLineDocument, {
              ...{ id, line: disputed.line, commandId },
              input: { decision: 'disputed', note: input.note ?? null },
            })
          }
          failed="Failed to dispute the line. Please try again."
          onSaved={done}
          onClose={() => setDisputed(null)}
        />
      )}
      {matching && (
        <CommandDialog
          title={`Policy of Line ${matching.line}`}
          submitLabel="Match"
          fields={pick(policyFields, ['policyNumber'])}
          schema={inputOf(pick(policyFields, ['policyNumber']))}
          initial={{ policyNumber: matching.policyNumber ?? '' }}
          toSend={({ policyNumber }, commandId) =>
            operation(MatchCommissionLineDocument, {
              ...{ id, line: matching.line, policyNumber, commandId },
            })
          }
          failed="Failed to match the line. Please try again."
          onSaved={done}
          onClose={() => setMatching(null)}
        />
      )}
    </SectionCard>
  );
}

interface LineRowProps extends Pick<PartProps, 'statement' | 'onChanged'> {
  line: Line;
  onDispute: () => void;
  onMatch: () => void;
}

function LineRow({ statement, line, onChanged, onDispute, onMatch }: LineRowProps) {
  const { act, busy } = useAction('Failed to change the line. Please try again.');
  const [tone, label] = MATCHES[line.match];
  const decide = async (decision: 'accepted' | null) => {
    const input = LineDecisionInput.parse({ decision, note: null });
    await act(`line ${line.line}`, (commandId) =>
      operation(DecideCommissionLineDocument, {
        ...{ id: statement.id, line: line.line, commandId },
        input: { decision: input.decision ?? null, note: null },
      }),
    );
    onChanged();
  };
  const number = line.policyNumber ?? `Line ${line.line}`;
  const of = `line ${line.line}, ${number}`;
  const isExpectedKnown =
    line.termId !== null && !(line.match === 'parts_unknown' && isZero(line.expected));
  return (
    <tr>
      <th scope="row">
        {line.termId !== null && line.kind ? (
          <Link to={addressOfRecord({ kind: line.kind, id: line.termId })}>{number}</Link>
        ) : (
          number
        )}
      </th>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <AmountCell>{moneyOf(line.commission)}</AmountCell>
      <AmountCell>{isExpectedKnown ? moneyOf(line.expected) : '–'}</AmountCell>
      <AmountCell>{isZero(line.difference) ? '–' : moneyOf(line.difference)}</AmountCell>
      <AmountCell>{isZero(line.tds) ? '–' : moneyOf(line.tds)}</AmountCell>
      <AmountCell>{isZero(line.gst) ? '–' : moneyOf(line.gst)}</AmountCell>
      <td data-actions="true">
        <span className="commission-decision">
          {line.decision && (
            <Badge tone={line.decision === 'accepted' ? 'good' : 'bad'}>
              {line.decision === 'accepted' ? 'Accepted' : 'Disputed'}
            </Badge>
          )}
          {line.note && <span className="muted">{line.note}</span>}
          {statement.status === 'open' &&
            (line.decision ? (
              <Button size="small" aria-label={`Reopen ${of}`} onClick={() => void decide(null)}>
                Reopen
              </Button>
            ) : (
              <>
                {line.match !== 'matched' && (
                  <Button
                    size="small"
                    aria-label={`Accept ${of}`}
                    loading={busy !== null}
                    onClick={() => void decide('accepted')}
                  >
                    Accept
                  </Button>
                )}
                <Button size="small" aria-label={`Dispute ${of}`} onClick={onDispute}>
                  Dispute
                </Button>
                {line.match === 'unknown' && (
                  <Button size="small" aria-label={`Match ${of}`} onClick={onMatch}>
                    Match
                  </Button>
                )}
              </>
            ))}
        </span>
      </td>
    </tr>
  );
}

/** Of which commission is paid by parts that nobody has entered. */
const Unsplit = ({ check }: { check: Check }) => (
  <SectionCard title="Own damage and third party not known">
    <p className="muted commission-note">
      What is expected leaves these out. Enter the parts of their premium, or accept the lines as
      they are.
    </p>
    <CommissionTable label="Policies without parts" columns={[{ label: 'Policy' }]}>
      {check.unsplit.map(({ termId, kind, policyNumber }) => (
        <tr key={termId}>
          <th scope="row">
            <Link to={addressOfRecord({ kind, id: termId })}>{policyNumber}</Link>
          </th>
        </tr>
      ))}
    </CommissionTable>
  </SectionCard>
);

const Unpaid = ({ check }: { check: Check }) => (
  <SectionCard title="Expected and not in the statement">
    <CommissionTable
      label="Policies without a line"
      columns={[{ label: 'Policy' }, { label: 'Expected', isAmount: true }]}
    >
      {check.unpaid.map(({ termId, kind, policyNumber, expected }) => (
        <tr key={termId}>
          <th scope="row">
            <Link to={addressOfRecord({ kind, id: termId })}>{policyNumber}</Link>
          </th>
          <AmountCell>{moneyOf(expected)}</AmountCell>
        </tr>
      ))}
    </CommissionTable>
  </SectionCard>
);
