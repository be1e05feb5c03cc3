import { AnchorButton, InputGroup } from '@blueprintjs/core';
import { Chat } from '@blueprintjs/icons';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { whatsAppUrl } from '@insuremanager/contracts/rules/phone';
import { operation } from '../../data/operation';
import { QuotationLinkDocument } from '../../data/operations.generated';
import { CopyButton } from '../../ui/CopyButton';
import { Loaded } from '../../ui/record/Loaded';
import './NextStep.css';
import { acceptanceText } from './acceptance';
import type { Quotation } from './quotation';

/** The link by which the customer accepts a quotation without an account. */
export const LinkPanel = ({ quotation }: { quotation: Quotation }) => (
  <Loaded
    query={operation(QuotationLinkDocument, { id: quotation.id })}
    what="the link"
    rowHeight={56}
    fetchPolicy="network-only"
  >
    {({ quotationLink: { path } }) => {
      const url = `${location.origin}${path}`;
      const { customer, validUntil } = quotation;
      const chat = customer && whatsAppUrl(customer.phone, acceptanceText(url));
      return (
        <div className="record-form-fields">
          <p>
            {customer?.name ?? 'The customer'} can accept {quotation.quotationNumber} by this link
            until {formatDay(validUntil)}. They enter their name and the last four digits of their
            phone number. A change of the quotation ends it.
          </p>
          <InputGroup value={url} readOnly aria-label="Link to accept" />
          <p className="quotation-link-actions">
            <CopyButton text={url} what="link" />{' '}
            {chat && (
              <AnchorButton href={chat} target="_blank" rel="noopener" icon={<Chat />}>
                WhatsApp
              </AnchorButton>
            )}
          </p>
        </div>
      );
    }}
  </Loaded>
);
