import { HIDDEN, isHidden } from '@insuremanager/contracts/rules/masks';
import { formatPhone, telUrl, whatsAppUrl } from '@insuremanager/contracts/rules/phone';
import type { SyntheticEvent } from 'react';
import './Phone.css';

export interface PhoneProps {
  /** As the record has it; hidden from those whose role does not see it. */
  number: string;
  /** What WhatsApp begins with; a link without it opens an empty message. */
  message?: string | null | undefined;
  /** In a list a press on the number opens the record, as anywhere in its row. */
  isInRow?: boolean;
  /** In a list only the row is a stop of the Tab key; its panel has the links as well. */
  isTabStop?: boolean;
  /** It is being called or written to. */
  onUse?: (() => void) | undefined;
}

/** The row below would open its own record as well. */
const keepFromRow = (event: SyntheticEvent) => event.stopPropagation();

/** A phone number, which can be called and written to. */
export function Phone({ number, message, onUse, ...place }: PhoneProps) {
  const { isInRow = false, isTabStop = !isInRow } = place;
  if (isHidden(number)) return <Hidden />;
  const shown = formatPhone(number);
  const whatsApp = whatsAppUrl(number, message ?? undefined);
  const link = {
    referrerPolicy: 'no-referrer',
    tabIndex: isTabStop ? undefined : -1,
    onClick: (event: SyntheticEvent) => {
      keepFromRow(event);
      onUse?.();
    },
    onKeyDown: keepFromRow,
  } as const;
  return (
    <span className="phone tabular">
      {isInRow && <span>{shown}</span>}
      <a
        {...link}
        rel="noopener noreferrer"
        href={telUrl(number)}
        {...(isInRow && { className: 'phone-icon', title: 'Call', 'aria-label': `Call ${shown}` })}
      >
        {isInRow ? <CallIcon /> : shown}
      </a>
      {whatsApp && (
        <a
          {...link}
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          className="phone-icon phone-whatsapp"
          title="WhatsApp"
          aria-label={`WhatsApp ${shown}`}
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

/** In lines, as the links beside it. */
export const CallIcon = () => (
  <svg className="call-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d="M4.3 1.9 6 5.2 4.7 6.5a9 9 0 0 0 4.8 4.8l1.3-1.3 3.3 1.7c-.1 1.6-1.2 2.6-2.7 2.4a11 11 0 0 1-9.5-9.5c-.2-1.5.8-2.6 2.4-2.7z" />
  </svg>
);

/** The room of the links beside a number in a row, in CSS pixels. */
export const PHONE_LINKS_WIDTH = 56;

/** There is one, and the user's role does not see it. */
export const Hidden = () => (
  <span className="muted">
    <span aria-hidden="true">{HIDDEN}</span>
    <span className="visually-hidden">Hidden</span>
  </span>
);
