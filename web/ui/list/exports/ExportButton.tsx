import { Button, type ButtonProps } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import { lazy, Suspense } from 'react';
import { useAllowed } from '../../allowed';
import { Flyout } from '../../Flyout';
import type { ExportParts } from './ExportMenu';

const ExportMenu = lazy(() => import('./ExportMenu'));

/** Offers a list as a file to whoever may have it. */
export function ExportButton({ variant, ...parts }: ExportParts & Pick<ButtonProps, 'variant'>) {
  if (!useAllowed('export')) return null;
  return (
    <Flyout
      placement="bottom-start"
      content={
        <Suspense fallback={<p className="menu-loading">Loading …</p>}>
          <ExportMenu {...parts} />
        </Suspense>
      }
    >
      <Button icon={<Export />} {...(variant && { variant })}>
        Export
      </Button>
    </Flyout>
  );
}
