import { Button, Intent } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { PageToolbar } from '../PageToolbar';
import './ListScreen.css';

interface ListScreenProps {
  label: string;
  addLabel: string;
  onAdd: () => void;
  /** The search box and Advanced Search. */
  filters: ReactNode;
  /** Filter tags, the list, and what opens over it. */
  children: ReactNode;
}

/** A screen with a list: what finds on the left, what adds on the right, the list under them. */
export const ListScreen = ({ label, addLabel, onAdd, filters, children }: ListScreenProps) => (
  <section className="list-screen" aria-label={label}>
    <PageToolbar
      action={
        <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={onAdd} className="add-button">
          {addLabel}
        </Button>
      }
    >
      {filters}
    </PageToolbar>
    {children}
  </section>
);
