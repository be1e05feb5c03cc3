import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { paiseFrom, shownMoney } from '@insuremanager/contracts/rules/money';
import type { Email } from '../platform/mail/mailer.js';
import type { Letterhead } from './pdf/sheets.js';

interface Letter {
  quotation: QuotationView;
  customerName: string;
  message: string | null;
  letterhead: Letterhead;
}

/** What the email says that carries a quotation: plain text. */
export const quotationLetter = (letter: Letter): Pick<Email, 'subject' | 'text'> => {
  const { quotation, customerName, message, letterhead } = letter;
  const { quotationNumber, insuranceCompany, totalAmount, validUntil } = quotation;
  const facts = [
    `Quotation: ${quotationNumber}`,
    insuranceCompany && `Insurance company: ${insuranceCompany}`,
    `Total amount: ${shownMoney(paiseFrom(totalAmount) ?? 0)}`,
    `Valid until: ${shownDay(validUntil)}`,
  ];
  const paragraphs = [
    [`Dear ${customerName},`],
    [message ?? 'Please find our quotation attached.'],
    facts,
    ['Regards', letterhead.name, letterhead.phone],
  ];
  return {
    subject: `Quotation ${quotationNumber}`,
    text: paragraphs.map((lines) => lines.filter(Boolean).join('\n')).join('\n\n'),
  };
};
