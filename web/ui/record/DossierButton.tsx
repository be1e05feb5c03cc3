import { Button, MenuItem } from '@blueprintjs/core';
import { Document, Download } from '@blueprintjs/icons';
import { useState } from 'react';
import { ActionMenu } from '../ActionMenu';
import { useAllowed } from '../allowed';
import { Flyout } from '../Flyout';
import { downloadFile } from '../saveFile';
import { useToast } from '../toaster/Toaster';
import { isReplayed } from './replayAddress';

const FORMATS = [
  { format: 'pdf', text: 'PDF, to be read', path: '/pdf', icon: <Document /> },
  { format: 'json', text: 'JSON, to be verified', path: '', icon: <Download /> },
] as const;

/** For auditors: all that happened to a record, with the proof that nobody has touched it. */
export function DossierButton({ record, id }: { record: string; id: number }) {
  const isAuditor = useAllowed('audit.read');
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  if (!isAuditor || !isReplayed(record)) return null;
  const download = async ({ format, path }: (typeof FORMATS)[number]) => {
    setBusy(true);
    const failure = await downloadFile(
      `/api/audit/dossiers/${record}-${id}${path}`,
      `dossier-${record}-${id}.${format}`,
    );
    setBusy(false);
    if (failure) showToast({ title: 'Error', description: failure, tone: 'destructive' });
  };
  return (
    <Flyout
      placement="bottom-start"
      content={
        <ActionMenu label="Download Dossier">
          {FORMATS.map((one) => (
            <MenuItem
              key={one.format}
              icon={one.icon}
              text={one.text}
              onClick={() => void download(one)}
            />
          ))}
        </ActionMenu>
      }
    >
      <Button icon={<Download />} loading={isBusy}>
        Download Dossier
      </Button>
    </Flyout>
  );
}
