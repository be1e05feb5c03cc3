import { Button } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import {
  CONSENT_WAY_LABELS,
  consentFieldOf,
  consentFields,
} from '@insuremanager/contracts/customers/consentFields';
import { LANGUAGE_LABELS, type Language } from '@insuremanager/contracts/customers/customerFields';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { operation } from '../../data/operation';
import {
  CustomerConsentsDocument,
  type CustomerConsentsQuery,
} from '../../data/operations.generated';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { rareDialog } from '../../ui/lazyDialog';
import { Loaded } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import '../../ui/record/HistoryEntries.css';
import './consents.css';

type Consents = CustomerConsentsQuery['customerConsents'];
type Choice = Pick<Consents['standing'][number], 'purpose' | 'channel'>;

const RecordConsentDialog = rareDialog(() => import('./RecordConsentDialog'));

const labelOfChoice = ({ purpose, channel }: Choice): string =>
  consentFields[consentFieldOf(purpose, channel)].label;

interface Notice {
  noticeVersion: number | null;
  noticeLanguage: Language | null;
}

const noticeInWords = ({ noticeVersion, noticeLanguage }: Notice): string =>
  noticeVersion === null || noticeLanguage === null
    ? 'no notice'
    : `notice ${noticeVersion}, ${LANGUAGE_LABELS[noticeLanguage]}`;

interface ConsentPanelProps {
  customerId: number;
  /** Without it, consents are only to be read. */
  canRecord: boolean;
}

/** What a customer agreed to, purpose by purpose, and how it came to that. */
export function ConsentPanel({ customerId, canRecord }: ConsentPanelProps) {
  const [isRecording, setRecording] = useState(false);
  return (
    <div className="consents">
      <header className="consents-head">
        <h3>Consent</h3>
        {canRecord && (
          <Button size="small" icon={<Edit />} onClick={() => setRecording(true)}>
            Record Consent
          </Button>
        )}
      </header>
      <Loaded
        query={operation(CustomerConsentsDocument, { customerId })}
        fetchPolicy="cache-and-network"
        what="the consents"
        rowHeight={44}
      >
        {({ customerConsents }) => (
          <>
            <Matrix standing={customerConsents.standing} />
            <h3>History of consent</h3>
            <Records records={customerConsents.records} />
          </>
        )}
      </Loaded>
      {isRecording && (
        <RecordConsentDialog customerId={customerId} onClose={() => setRecording(false)} />
      )}
    </div>
  );
}

const Matrix = ({ standing }: Pick<Consents, 'standing'>) => (
  <table className="consent-matrix">
    <thead>
      <tr>
        <th scope="col">May be sent</th>
        <th scope="col">Choice</th>
        <th scope="col">Since</th>
      </tr>
    </thead>
    <tbody>
      {standing.map((one) => (
        <tr key={labelOfChoice(one)}>
          <th scope="row">{labelOfChoice(one)}</th>
          <td>
            {one.choice === null ? (
              <span className="muted">Not recorded: they are sent</span>
            ) : (
              <Badge tone={one.choice === 'given' ? 'good' : 'bad'}>{labelOf(one.choice)}</Badge>
            )}
          </td>
          <td className="tabular">
            {one.givenOn !== null && one.how !== null && (
              <>
                {formatDay(one.givenOn)}
                <div className="muted">
                  {CONSENT_WAY_LABELS[one.how]}, {noticeInWords(one)}
                </div>
              </>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Records = ({ records }: Pick<Consents, 'records'>) =>
  records.length === 0 ? (
    <p className="muted">Nothing has been recorded yet.</p>
  ) : (
    <ol className="history">
      {records.map((one) => (
        <li key={one.recordedAt}>
          <strong>
            {one.choices.map((choice) => `${labelOfChoice(choice)}: ${choice.choice}`).join(' · ')}
          </strong>
          <p className="history-who">
            {CONSENT_WAY_LABELS[one.how]} on {formatDay(one.givenOn)}, {noticeInWords(one)} ·
            recorded by {one.recordedBy},{' '}
            <time dateTime={one.recordedAt}>{formatInstant(one.recordedAt)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
