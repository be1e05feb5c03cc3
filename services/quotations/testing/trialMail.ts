import { Readable } from 'node:stream';
import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { unavailable } from '../../platform/errors.js';
import { type Email, MailRefused } from '../../platform/mail/mailer.js';
import type { TrialQuotations } from './trialQuotations.js';

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

/** Short words for what tests do with the emails of a trial. */
export const trialMail = (trial: TrialQuotations) => {
  let tried: Email[] = [];

  const paperOf = async (id: number): Promise<string> => {
    const events = await trial.platform.commands.readHistory<QuotationEvent>(quotationStream(id));
    const papers = events.flatMap(({ type, data }) =>
      type === 'QuotationEmailRequested' ? data.fileKey : [],
    );
    const [paper] = papers;
    if (!paper) throw new Error('No email was asked for');
    return paper;
  };

  return {
    /** From now on emails meet with this; those before are forgotten. */
    meets(happens: (email: Email) => Promise<void> | void): void {
      tried = [];
      trial.mailMeets(async (email) => {
        tried.push(email);
        await happens(email);
      });
    },
    /** What reached the mailer since, whatever it did with it. */
    tried: (): Email[] => tried,
    paperOf,
    /** Leaves bytes that cannot be read where the PDF of the first email is stored. */
    async damagePaper(id: number): Promise<void> {
      const { files } = trial.platform;
      const fileKey = await paperOf(id);
      await files.remove(fileKey);
      await files.keep(fileKey, files.newContentKey(), Readable.from([Buffer.from('%PDF-1.7')]));
    },
  };
};
