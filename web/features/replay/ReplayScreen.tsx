import { History } from '@blueprintjs/icons';
import { isId } from '@insuremanager/contracts/rules/ids';
import { Link, useParams } from 'react-router';
import { EmptyState } from '../../ui/list/EmptyState';
import { isReplayed } from '../../ui/record/replayAddress';
import { RecordReplay } from './RecordReplay';
import { ReplayStart } from './ReplayStart';
import './replay.css';

/** For auditors: any record, deleted or not, event by event. */
export default function ReplayScreen() {
  const { record, id } = useParams();
  if (record === undefined) return <ReplayStart />;
  const number = /^\d+$/.test(id ?? '') ? Number(id) : 0;
  if (isReplayed(record) && isId(number)) {
    return <RecordReplay key={`${record}-${number}`} record={record} id={number} />;
  }
  return (
    <EmptyState
      icon={<History size={20} />}
      text="This address names no record"
      action={<Link to="/audit">Find a record</Link>}
    />
  );
}
