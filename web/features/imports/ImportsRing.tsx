import { Button, Intent, Spinner } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { awaitImports, importsAwaited } from '../../data/importsHere';
import { useToast } from '../../ui/toaster/Toaster';
import { isBusy, outcomeOf } from './importTexts';
import { type ImportOf, useImports } from './useImports';

/** How long it stands there that an import has ended, in milliseconds. */
const ENDED_MS = 20_000;

/** How far imports of this browser are, on every page; and says when one has ended. */
export default function ImportsRing() {
  const navigate = useNavigate();
  const showToast = useToast();
  const { imports } = useImports();
  const running = imports?.filter(({ state }) => isBusy(state)) ?? [];

  useEffect(() => {
    if (!imports) return;
    const awaited = importsAwaited() ?? [];
    const ended = imports.filter(({ id, state }) => awaited.includes(id) && hasEnded(state));
    for (const one of ended) {
      showToast({
        title: one.state === 'undone' ? 'Import Undone' : 'Import Done',
        description: `${one.fileName}: ${outcomeOf(one) || 'nothing was written'}.`,
        duration: ENDED_MS,
        action: { text: 'View', onAction: () => navigate(`/import/${one.id}`) },
      });
    }
    const left = awaited.filter((id) => {
      const one = imports.find((each) => each.id === id);
      return one !== undefined && !hasEnded(one.state);
    });
    if (left.length < awaited.length) awaitImports(left.length > 0 ? left : undefined);
  }, [imports, navigate, showToast]);

  const [first] = running;
  if (!first) return null;
  const { rows, done } = first.counts;
  return (
    <Button
      variant="minimal"
      aria-label={`Import under way: ${first.fileName}`}
      icon={
        <Spinner size={18} intent={Intent.PRIMARY} value={rows > 0 ? done / rows : undefined} />
      }
      onClick={() => navigate(`/import/${first.id}`)}
    />
  );
}

const hasEnded = (state: ImportOf['state']): boolean => state === 'done' || state === 'undone';
