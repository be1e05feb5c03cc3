import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE, type RecordKey } from './addresses';
import './HeldRecord.css';

interface HeldRecordProps {
  record: RecordKey;
  icon: ReactElement;
  name: string;
  /** What is insured, and by whom. */
  cover: string;
  /** From when to when it holds. */
  days: string;
  badges: ReactElement;
  amount: ReactElement;
}

/** A policy, a quotation or a claim in the drawer of its customer; opens it. */
export const HeldRecord = (props: HeldRecordProps) => (
  <Link to={addressOfRecord(props.record)} state={OPENED_HERE} className="held-record">
    {props.icon}
    <span className="held-record-text">
      <strong className="ellipsis">{props.name}</strong>
      <span className="muted ellipsis">{props.cover}</span>
      <span className="muted tabular">{props.days}</span>
      {props.badges}
    </span>
    {props.amount}
  </Link>
);
