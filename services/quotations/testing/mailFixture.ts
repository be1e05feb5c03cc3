import { Readable } from 'node:stream';
import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { unavailable } from '../../platform/errors.js';
import { type Email, MailRefused } from '../../platform/mail/mailer.js';
import type { QuotationFixture } from './quotationFixture.js';

/** What may happen to an email. */
export const mailServer = {
  isThere: () => {},
  isAway: () => {
    throw unavailable('The mail server');
  },
  refuses: () => {
    throw new MailRefused('EENVELOPE');
  },
  /** We end before we know what became of it. */
  endsUs: () => {
    throw new Error('The process died');
  },
};

/** What tests do with the emails of a fixture. */
export const mailFixture = (fixture: QuotationFixture) => {
  let tried: Email[] = [];
  let customerId: number | undefined;

  const storedPdfOf = async (id: number): Promise<string> => {
    const events = await fixture.platform.commands.readHistory<QuotationEvent>(quotationStream(id));
    const [fileKey] = events.flatMap(({ type, data }) =>
      type === 'QuotationEmailRequested' ? data.fileKey : [],
    );
    if (!fileKey) throw new Error('No email was requested');
    return fileKey;
  };

  return {
    /** A quotation of an insurer that is not known yet, for Anitha Nair. */
    quoted: async (fields: object = {}) => {
      customerId ??= (await fixture.customer('Anitha Nair')).id;
      const amounts = { premiumAmount: '11800', serviceCharges: '200' };
      return (await fixture.create({ customerId, ...amounts, ...fields })).record;
    },
    /** What happens to emails from now on; those before are forgotten. */
    meets(happens: (email: Email) => Promise<void> | void): void {
      tried = [];
      fixture.mailMeets(async (email) => {
        tried.push(email);
        await happens(email);
      });
    },
    /** What reached the mailer since, whatever it did with it. */
    tried: (): Email[] => tried,
    storedPdfOf,
    /** Leaves bytes that cannot be read where the PDF of the first email is stored. */
    async damagePdf(id: number): Promise<void> {
      const { files } = fixture.platform;
      const fileKey = await storedPdfOf(id);
      await files.remove(fileKey);
      await files.keep(fileKey, files.newContentKey(), Readable.from([Buffer.from('%PDF-1.7')]));
    },
  };
};
