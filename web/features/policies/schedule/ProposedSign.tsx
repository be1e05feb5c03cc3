import { Document, Edit } from '@blueprintjs/icons';

interface ProposedSignProps {
  field: string;
  /** Its value is still the one that was proposed. */
  isKept: boolean;
}

/** Behind the label of a field that a schedule fills in. */
export const ProposedSign = ({ field, isKept }: ProposedSignProps) => (
  <span className="proposed-sign" data-proposed={field}>
    {isKept ? <Document size={12} /> : <Edit size={12} />}
    {isKept ? 'from PDF' : 'changed'}
  </span>
);
