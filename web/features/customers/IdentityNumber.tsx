import { Button } from '@blueprintjs/core';
import type { RevealedField } from '@insuremanager/contracts/customers/revealing';
import { useEffect, useState } from 'react';
import { useAllowed } from '../../ui/allowed';
import { rareDialog } from '../../ui/lazyDialog';
import type { Customer } from './customer';

const RevealDialog = rareDialog(() => import('./RevealDialog'));

/** Milliseconds that a number is shown. */
const SHOWN = 60_000;

interface IdentityNumberProps {
  customer: Pick<Customer, 'id' | 'name'>;
  field: RevealedField;
  label: string;
  /** As answers have it. */
  masked: string;
}

/**
 * A masked number, and for who may the whole one for a minute: here alone, so that it goes with the
 * drawer.
 */
export function IdentityNumber({ customer, field, label, masked }: IdentityNumberProps) {
  const canReveal = useAllowed('identityNumbers.reveal');
  const [isAsking, setAsking] = useState(false);
  const [whole, setWhole] = useState<string | null>(null);
  useEffect(() => {
    if (whole === null) return;
    const timer = setTimeout(() => setWhole(null), SHOWN);
    return () => clearTimeout(timer);
  }, [whole]);

  if (!canReveal) return masked;
  return (
    <span className="identity-number">
      <span role="status" data-revealed={whole !== null}>
        {whole ?? masked}
      </span>
      {whole === null ? (
        <Button size="small" aria-label={`Reveal ${label}`} onClick={() => setAsking(true)}>
          Reveal
        </Button>
      ) : (
        <Button size="small" aria-label={`Hide ${label}`} onClick={() => setWhole(null)}>
          Hide
        </Button>
      )}
      {isAsking && (
        <RevealDialog
          customer={customer}
          field={field}
          label={label}
          onRevealed={setWhole}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
