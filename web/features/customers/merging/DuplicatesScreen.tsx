import { Duplicate } from '@blueprintjs/icons';
import { isId } from '@insuremanager/contracts/rules/ids';
import { Link, useParams } from 'react-router';
import { EmptyState } from '../../../ui/list/EmptyState';
import { Comparison } from './Comparison';
import { DuplicatesList } from './DuplicatesList';
import { DUPLICATES_PATH } from './words';
import './merging.css';

/** Customers who seem to be one person: all pairs of them, or two beside each other. */
export default function DuplicatesScreen() {
  const { one, other } = useParams();
  if (one === undefined || other === undefined) return <DuplicatesList />;
  const [oneId, otherId] = [numberIn(one), numberIn(other)];
  if (isId(oneId) && isId(otherId) && oneId !== otherId) {
    return <Comparison key={`${oneId} ${otherId}`} ids={{ first: oneId, second: otherId }} />;
  }
  return (
    <EmptyState
      icon={<Duplicate size={20} />}
      text="This address names no two customers"
      action={<Link to={DUPLICATES_PATH}>See likely duplicates</Link>}
    />
  );
}

const numberIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0);
