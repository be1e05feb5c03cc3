import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useState } from 'react';
import { useAllowed } from '../allowed';
import { downloadFile } from '../saveFile';
import { useToast } from '../toaster/Toaster';
import { isReplayed } from './replayAddress';

/** For auditors: all that happened to a record, with the proof that nobody has touched it. */
export function DossierButton({ record, id }: { record: string; id: number }) {
  const isAuditor = useAllowed('audit.read');
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  if (!isAuditor || !isReplayed(record)) return null;
  const download = async () => {
    setBusy(true);
    const failure = await downloadFile(
      `/api/audit/dossiers/${record}-${id}`,
      `dossier-${record}-${id}.json`,
    );
    setBusy(false);
    if (failure) showToast({ title: 'Error', description: failure, tone: 'destructive' });
  };
  return (
    <Button icon={<Download />} loading={isBusy} onClick={() => void download()}>
      Download Dossier
    </Button>
  );
}
