import { isId } from '@insuremanager/contracts/rules/ids';
import { useParams } from 'react-router';
import { ImportPage, NoImport } from './ImportPage';
import { ImportStart } from './ImportStart';
import './imports.css';

/** Spreadsheets that become records: all of them, or one, step by step. */
export default function ImportsScreen() {
  const { id } = useParams();
  if (id === undefined) return <ImportStart />;
  const number = /^\d+$/.test(id) ? Number(id) : 0;
  return isId(number) ? <ImportPage key={number} id={number} /> : <NoImport />;
}
