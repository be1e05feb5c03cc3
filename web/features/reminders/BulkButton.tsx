import { useApolloClient } from '@apollo/client/react';
import { Button, Intent } from '@blueprintjs/core';
import { SendMessage } from '@blueprintjs/icons';
import { useState } from 'react';
import { operation } from '../../data/operation';
import { BulkPreviewDocument, type BulkPreviewQuery } from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { lazyDialog } from '../../ui/lazyDialog';
import { useToast } from '../../ui/toaster/Toaster';
import { BULK_FAILED, NO_RENEWALS } from './bulk';

const BulkDialog = lazyDialog(async () => ({ default: (await import('./BulkDialog')).BulkDialog }));

/** Reminds everybody whose cover ends soon, once it was asked whether to. */
export function BulkButton() {
  const client = useApolloClient();
  const showToast = useToast();
  const [isAsking, setAsking] = useState(false);
  const [preview, setPreview] = useState<BulkPreviewQuery['bulkPreview'] | null>(null);

  const ask = async () => {
    if (isAsking) return;
    setAsking(true);
    try {
      const { data } = await client.query({
        ...operation(BulkPreviewDocument, {}),
        fetchPolicy: 'no-cache',
      });
      const found = (data as BulkPreviewQuery | undefined)?.bulkPreview;
      if (!found) throw new Error('The answer held nothing');
      if (found.renewals === 0) showToast(NO_RENEWALS);
      else setPreview(found);
    } catch (error) {
      const description = sentenceOf(error, BULK_FAILED);
      showToast({ title: 'Error', description, tone: 'destructive' });
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Button
        intent={Intent.PRIMARY}
        icon={<SendMessage />}
        className="add-button"
        loading={isAsking}
        onClick={() => void ask()}
      >
        Send Bulk Reminders
      </Button>
      {preview && <BulkDialog preview={preview} onClose={() => setPreview(null)} />}
    </>
  );
}
