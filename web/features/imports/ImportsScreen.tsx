import { Import } from '@blueprintjs/icons';
import { isId } from '@insuremanager/contracts/rules/ids';
import { Link, useParams } from 'react-router';
import { EmptyState } from '../../ui/list/EmptyState';
import { ImportPage } from './ImportPage';
import { ImportStart } from './ImportStart';
import './imports.css';

/** Spreadsheets that become records: all of them, or one, step by step. */
export default function ImportsScreen() {
  const { id } = useParams();
  if (id === undefined) return <ImportStart />;
  const number = /^\d+$/.test(id) ? Number(id) : 0;
  return isId(number) ? <ImportPage key={number} id={number} /> : <NoImport />;
}

export const NoImport = () => (
  <EmptyState
    icon={<Import size={20} />}
    text="There is no such import"
    action={<Link to="/import">All imports</Link>}
  />
);
