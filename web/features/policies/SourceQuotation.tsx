import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE } from '../../app/records';
import { SourceQuotationDocument } from '../../data/operations.generated';

/** The quotation that a policy came from; opens it. */
export function SourceQuotation({ id }: { id: number }) {
  const { data } = useQuery(SourceQuotationDocument, { variables: { id } });
  return (
    <Link to={addressOfRecord({ kind: 'quotation', id })} state={OPENED_HERE}>
      {data?.quotation?.quotationNumber ?? `Quotation ${id}`}
    </Link>
  );
}
