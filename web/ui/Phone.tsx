import { HIDDEN, isHidden } from '@insuremanager/contracts/rules/masks';
import { formatPhone, telUrl, whatsAppUrl } from '@insuremanager/contracts/rules/phone';
import type { SyntheticEvent } from 'react';
import './Phone.css';

interface PhoneProps {
  /** As the record has it; hidden from those whose role does not see it. */
  number: string;
  /** What WhatsApp begins with; a link without it opens an empty message. */
  message?: string | null | undefined;
  /** In a list only the row is a stop of the Tab key; its panel has the links as well. */
  isInRow?: boolean;
  /** It is being called or written to. */
  onUse?: (() => void) | undefined;
}

/** The row below would open its own record as well. */
const keepFromRow = (event: SyntheticEvent) => event.stopPropagation();

/** A phone number, which can be called and written to. */
export function Phone({ number, message, isInRow = false, onUse }: PhoneProps) {
  if (isHidden(number)) return <Hidden />;
  const whatsApp = whatsAppUrl(number, message ?? undefined);
  const link = {
    referrerPolicy: 'no-referrer',
    tabIndex: isInRow ? -1 : undefined,
    onClick: (event: SyntheticEvent) => {
      keepFromRow(event);
      onUse?.();
    },
    onKeyDown: keepFromRow,
  } as const;
  return (
    <span className="phone tabular">
      <a {...link} rel="noopener noreferrer" href={telUrl(number)}>
        {formatPhone(number)}
      </a>
      {whatsApp && (
        <a
          {...link}
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          className="phone-whatsapp"
          title="WhatsApp"
          aria-label={`WhatsApp ${formatPhone(number)}`}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M1.5 14.5l1-3.4a6.3 6.3 0 1 1 2.5 2.5z" />
            <path d="M6.2 5.2c-.5 2 2.6 5 4.6 4.6" />
          </svg>
        </a>
      )}
    </span>
  );
}

/** The room of the link beside the number, in CSS pixels. */
export const WHATSAPP_WIDTH = 28;

/** There is one, and the user's role does not see it. */
export const Hidden = () => (
  <span className="muted">
    <span aria-hidden="true">{HIDDEN}</span>
    <span className="visually-hidden">Hidden</span>
  </span>
);
