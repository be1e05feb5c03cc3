import { Button, ButtonGroup, Intent } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import {
  LANGUAGE_LABELS,
  LANGUAGES,
  type Language,
} from '@insuremanager/contracts/customers/customerFields';
import { useState } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  PrivacyNoticesDocument,
  type PrivacyNoticesQuery,
  PrivacyNoticeUseDocument,
} from '../../data/operations.generated';
import { NoticeText } from '../../records/consents/NoticeText';
import { formatCount, formatInstant } from '../../ui/format';
import { rareDialog } from '../../ui/lazyDialog';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import './notices.css';

type Notice = PrivacyNoticesQuery['privacyNotices'][number];

const NoticeDialog = rareDialog(() => import('./NoticeDialog'));
const ASKED = operation(PrivacyNoticesDocument, {});
const USE = operation(PrivacyNoticeUseDocument, {});

/** The versions of what is shown before consent is asked for; the newest one counts. */
export default function NoticesPanel() {
  const { data, error, retry } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const use = useGatewayQuery(USE, { fetchPolicy: 'cache-and-network' });
  const [isWriting, setWriting] = useState(false);
  if (error && !data) return <LoadFailure what="the notices" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={56} what="notices" />;
  const { privacyNotices: notices } = data as PrivacyNoticesQuery;
  const [newest] = notices;
  const customersOf = (version: number): number =>
    use.data?.privacyNoticeUse?.find((one) => one?.version === version)?.customers ?? 0;
  return (
    <div className="notices">
      <header className="notices-head">
        <p className="muted">
          Shown before consent is asked for. A published version never changes; the newest counts.
        </p>
        <Button intent={Intent.PRIMARY} icon={<Edit />} onClick={() => setWriting(true)}>
          Write New Version
        </Button>
      </header>
      {notices.map((notice) => (
        <NoticeCard
          key={notice.version}
          notice={notice}
          isNewest={notice === newest}
          customers={customersOf(notice.version)}
        />
      ))}
      {isWriting && newest && (
        <NoticeDialog newest={newest} onPublished={retry} onClose={() => setWriting(false)} />
      )}
    </div>
  );
}

interface NoticeCardProps {
  notice: Notice;
  isNewest: boolean;
  customers: number;
}

function NoticeCard({ notice, isNewest, customers }: NoticeCardProps) {
  const [language, setLanguage] = useState<Language>('en');
  const { version, publishedAt, publishedBy } = notice;
  const consents = `${formatCount(customers)} ${customers === 1 ? 'customer’s consent rests' : 'customers’ consents rest'} on it`;
  return (
    <details className="notice-card" open={isNewest}>
      <summary>
        <h2>Version {version}</h2>
        {isNewest && <Badge tone="good">Shown now</Badge>}
        <span className="muted">
          {publishedAt === null
            ? 'Built in'
            : `Published by ${publishedBy}, ${formatInstant(publishedAt)}`}
          {' · '}
          {consents}
        </span>
      </summary>
      <ButtonGroup
        className="notice-languages"
        role="group"
        aria-label={`Language of version ${version}`}
      >
        {LANGUAGES.map((one) => (
          <Button
            key={one}
            size="small"
            lang={one}
            aria-pressed={one === language}
            active={one === language}
            onClick={() => setLanguage(one)}
          >
            {LANGUAGE_LABELS[one]}
          </Button>
        ))}
      </ButtonGroup>
      <NoticeText notice={notice} language={language} />
    </details>
  );
}
