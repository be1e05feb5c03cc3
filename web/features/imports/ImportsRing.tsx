import { useApolloClient } from '@apollo/client/react';
import { Button, Intent, Spinner } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { awaitImports, importsAwaited, useImportsAwaited } from '../../data/importsHere';
import { NotificationsDocument } from '../../data/operations.generated';
import { useToast } from '../../ui/toaster/Toaster';
import { isBusy, outcomeOf } from './importTexts';
import { useImportProgress } from './useImports';

/** How long it stands there that an import has ended, in milliseconds. */
const ENDED_MS = 20_000;

/** How far imports of this browser are, on every page; and says when one has ended. */
export default function ImportsRing() {
  return useImportsAwaited()
    .split(',')
    .map(Number)
    .filter(Boolean)
    .map((id) => <Ring key={id} id={id} />);
}

function Ring({ id }: { id: number }) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const one = useImportProgress(id);

  const hasEnded = one?.state === 'done' || one?.state === 'undone';
  useEffect(() => {
    if (one === undefined || (one && !hasEnded)) return;
    const left = (importsAwaited() ?? []).filter((other) => other !== id);
    awaitImports(left.length > 0 ? left : undefined);
    if (!one) return;
    void client.refetchQueries({ include: [NotificationsDocument] });
    showToast({
      title: one.state === 'undone' ? 'Import Undone' : 'Import Done',
      description: `${one.fileName}: ${outcomeOf(one) || 'nothing was written'}.`,
      duration: ENDED_MS,
      action: { text: 'View', onAction: () => navigate(`/import/${id}`) },
    });
  }, [one, hasEnded, id, client, navigate, showToast]);

  if (!one || !isBusy(one.state)) return null;
  const { rows, done } = one.counts;
  return (
    <Button
      variant="minimal"
      aria-label={`Import under way: ${one.fileName}`}
      icon={
        <Spinner size={18} intent={Intent.PRIMARY} value={rows > 0 ? done / rows : undefined} />
      }
      onClick={() => navigate(`/import/${id}`)}
    />
  );
}
