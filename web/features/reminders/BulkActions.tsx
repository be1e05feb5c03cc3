import { useApolloClient } from '@apollo/client/react';
import { Button, Intent } from '@blueprintjs/core';
import { Cog, SendMessage } from '@blueprintjs/icons';
import { useState } from 'react';
import { operation } from '../../data/operation';
import { BulkPreviewDocument, type BulkPreviewQuery } from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { IconButton } from '../../ui/IconButton';
import { useToast } from '../../ui/toaster/Toaster';
import { useAddress } from '../../ui/useAddress';
import { BulkDialog } from './BulkDialog';
import { BULK_FAILED, NO_RENEWALS } from './bulk';

/** What is done on the screen as a whole: reminding everybody, and when the calendar does. */
export function BulkActions() {
  const client = useApolloClient();
  const showToast = useToast();
  const { open } = useAddress();
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
      <IconButton text="Reminder Settings" icon={<Cog />} onClick={() => open({ settings: '1' })} />
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
