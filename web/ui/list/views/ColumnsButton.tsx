import { Button } from '@blueprintjs/core';
import { ListColumns } from '@blueprintjs/icons';
import { useState } from 'react';
import { Flyout } from '../../Flyout';
import { lazyPart } from '../../lazyPart';
import type { ChosenFrom } from '../columnChoice';
import { useToolbarText } from '../ListFrame';
import './views.css';

const ColumnsPanel = lazyPart(
  () => import('./ColumnsPanel'),
  <p className="views-loading">Loading columns…</p>,
);

/** Lets a person choose the columns of a list, and their order. */
export function ColumnsButton({ design }: { design: ChosenFrom }) {
  const [isOpen, setOpen] = useState(false);
  const text = useToolbarText('Columns');
  return (
    <Flyout
      isOpen={isOpen}
      onToggle={setOpen}
      placement="bottom-start"
      hasFields
      content={<ColumnsPanel design={design} />}
    >
      <Button icon={<ListColumns />} aria-expanded={isOpen} {...text} />
    </Flyout>
  );
}
