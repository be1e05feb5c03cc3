import { Button, type ButtonProps } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import { useAllowed } from '../../allowed';
import { Flyout } from '../../Flyout';
import { rarePart } from '../../lazyPart';
import { useToolbarText } from '../ListFrame';
import type { ExportParts } from './ExportMenu';

const ExportMenu = rarePart(
  () => import('./ExportMenu'),
  <p className="menu-loading">Loading …</p>,
);

/** Offers a list as a file to whoever may have it. */
export function ExportButton({ variant, ...parts }: ExportParts & Pick<ButtonProps, 'variant'>) {
  const text = useToolbarText('Export');
  if (!useAllowed('export')) return null;
  return (
    <Flyout placement="bottom-start" content={<ExportMenu {...parts} />}>
      <Button icon={<Export />} {...text} {...(variant && { variant })} />
    </Flyout>
  );
}
