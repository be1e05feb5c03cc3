import { Button, Intent, Spinner } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import type { ExportView } from '@insuremanager/contracts/exports/exportViews';
import { useCallback, useId, useState } from 'react';
import { awaitExports, exportsAwaited } from '../../data/exportsHere';
import { Flyout } from '../../ui/Flyout';
import { useToast } from '../../ui/toaster/Toaster';
import { download, ExportList } from './ExportList';
import { describeExport, nameOfExport, shareOf, timeOfExport } from './exportTexts';
import { isUnderWay, useExports } from './useExports';
import './ExportsButton.css';

/** How long it stands there that a file is ready, in milliseconds. */
const READY_MS = 20_000;

/** How far the exports in the background are, on every page; and says when a file is ready. */
export default function ExportsButton() {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const shown = useExports(useTellOfEnds());
  const { exports = [], reload } = shown;
  const running = exports.filter(isUnderWay);
  const isReady = exports.some(({ state }) => state === 'ready');
  if (exports.length === 0) return null;
  const toggle = (next: boolean) => {
    // A file may have expired since.
    if (next) reload();
    setOpen(next);
  };
  const said = running.length > 0 ? `, ${running.length} under way` : isReady ? ', file ready' : '';
  return (
    <Flyout
      content={
        <section className="exports-flyout-content" aria-labelledby={titleId}>
          <h2 id={titleId}>Exports</h2>
          <ExportList {...shown} />
        </section>
      }
      placement="bottom-end"
      className="exports-flyout"
      isOpen={isOpen}
      onToggle={toggle}
      hasFields
    >
      <Button
        variant="minimal"
        aria-label={`Exports${said}`}
        icon={
          running.length > 0 ? (
            <Spinner size={18} intent={Intent.PRIMARY} value={shareOfAll(running)} />
          ) : (
            <span className="exports-icon">
              <Download />
              {isReady && <span className="exports-dot" aria-hidden="true" />}
            </span>
          )
        }
      />
    </Flyout>
  );
}

/** Undefined while nobody knows of any of them how far it is. */
function shareOfAll(running: readonly ExportView[]): number | undefined {
  const shares = running.flatMap((one) => shareOf(one) ?? []);
  return shares.length === 0 ? undefined : Math.max(...shares);
}

/** Says what became of what was asked for in this browser, also after a reload. */
function useTellOfEnds() {
  const showToast = useToast();
  return useCallback(
    (exports: readonly ExportView[]) => {
      const awaited = exportsAwaited();
      if (exports.length === 0) return awaited && awaitExports(undefined);
      const ended = exports.filter((one) => awaited?.includes(one.id) && !isUnderWay(one));
      if (ended.length === 0) return undefined;
      for (const one of ended) {
        const name = nameOfExport(one);
        if (one.state === 'ready') {
          showToast({
            title: `${name} Exported`,
            description: `${describeExport(one)}. ${timeOfExport(one)}.`,
            action: { text: 'Download', onAction: () => download(one.id) },
            duration: READY_MS,
          });
        } else if (one.state === 'failed') {
          const description = describeExport(one);
          showToast({ title: `${name} Not Exported`, description, tone: 'destructive' });
        }
      }
      return awaitExports(awaited?.filter((id) => !ended.some((one) => one.id === id)) ?? []);
    },
    [showToast],
  );
}
