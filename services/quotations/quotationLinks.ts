import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import {
  ACCEPT_PATH,
  type LinkedQuotation,
  MOST_LINK_TRIES,
  type QuotationLink,
  type QuotationLinkInput,
} from '@insuremanager/contracts/quotations/quotationLinks';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import type { Customers } from '../customers/index.js';
import type { Written } from '../platform/commands/command.js';
import { conflict, invalid, notFound, Refusal } from '../platform/errors.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import { isSameFingerprint } from '../platform/vault/sameFingerprint.js';
import {
  isAcceptedAs,
  type QuotationRecord,
  quotationDecider,
  requireAcceptable,
} from './quotation.js';
import { SYSTEM } from './quotationCommands.js';
import { quotationView } from './quotationTables.js';

type Parts = Pick<Platform, 'commands' | 'vault' | 'clock' | 'limits'> & {
  readonly customers: Pick<Customers, 'current'>;
};

interface Named {
  readonly id: number;
  /** What the quotation said when the link was made: its `pdfVersion`. */
  readonly edition: number;
}

/** Links by which customers accept: each names a quotation as it was when it was made. */
export const quotationLinks = ({ commands, vault, clock, limits, customers }: Parts) => {
  const spendOne = limits.limit({
    ...{ name: 'quotation-link', things: 'tries with this link' },
    ...{ most: MOST_LINK_TRIES, seconds: 24 * 3600 },
  });
  const today = () => kolkataDay(clock.now());
  const signatureOf = (said: string) => vault.fingerprint('quotation-link', said);

  const tokenOf = ({ id, edition }: Named): string => {
    const said = `${id}.${edition}`;
    return Buffer.from(`${said}.${signatureOf(said)}`).toString('base64url');
  };

  /** @throws Refusal not-found for whatever is no link of ours */
  const namedBy = (token: string): Named => {
    const parts = Buffer.from(token, 'base64url').toString().split('.');
    const [id = '', edition = '', signature = ''] = parts;
    const isOurs = isSameFingerprint(signature, signatureOf(`${id}.${edition}`));
    if (!isOurs || parts.length !== 3) throw unknownLink();
    return { id: Number(id), edition: Number(edition) };
  };

  /**
   * The quotation of a link, of whom it was made out to. Every try counts, also one that is right.
   * @throws Refusal `too-many`; invalid on `name`, the same for a wrong name and wrong digits
   */
  const open = async ({ token, name, phoneDigits }: QuotationLinkInput) => {
    const named = namedBy(token);
    // Not of the token, as many texts are decoded to the same one.
    await spendOne(`${named.id}.${named.edition}`);
    const { state } = await commands.load(quotationDecider, quotationStream(named.id));
    if (state.phase === 'unknown') throw unknownLink();
    const { record } = state;
    const customer = await customers.current(record.customerId);
    const digits = digitsOf(customer?.phone ?? '');
    const isTheirs =
      customer !== null && digits.endsWith(phoneDigits) && isNameOf(name, customer.name);
    if (!isTheirs) {
      const message =
        'The name or the digits are not those of the quotation. Look at both, and try again.';
      throw invalid([{ field: 'name', code: 'not-theirs', message }]);
    }
    if (state.phase === 'deleted') throw withdrawn();
    return { named, record };
  };

  const shown = (record: QuotationRecord): LinkedQuotation => ({
    ...pick(quotationView(record, record.pdfVersion, today()), SHOWN),
    isAccepted: record.status === 'accepted',
  });

  return {
    /** @throws not-found; conflict where it cannot be accepted any more */
    async link(id: number): Promise<QuotationLink> {
      const { state } = await commands.load(quotationDecider, quotationStream(id));
      if (state.phase !== 'existing') throw notFound('quotation', id);
      const { pdfVersion: edition } = state.record;
      requireAcceptable(state.record, { edition, today: today() });
      return { path: `${ACCEPT_PATH}#${tokenOf({ id, edition })}` };
    },

    async offered(input: QuotationLinkInput): Promise<LinkedQuotation> {
      const { named, record } = await open(input);
      if (!isAcceptedAs(record, named.edition)) {
        requireAcceptable(record, { edition: named.edition, today: today() });
      }
      return shown(record);
    },

    async acceptByLink(
      input: QuotationLinkInput,
      correlationId: string,
    ): Promise<Written & { readonly quotation: LinkedQuotation }> {
      const { named } = await open(input);
      const { id, edition } = named;
      const { state, position, repeated } = await commands.run(quotationDecider, {
        stream: quotationStream(id),
        command: { type: 'AcceptByLink', id, edition, name: input.name, today: today() },
        context: {
          ...{ ...SYSTEM, correlationId },
          commandId: namedUuid('accept-by-link', id, edition),
        },
        request: { type: 'AcceptByLink', id, edition },
      });
      if (state.phase !== 'existing') throw withdrawn();
      return { quotation: shown(state.record), position, repeated };
    },
  };
};

const SHOWN = [
  ...(['quotationNumber', 'insuranceType', 'policyType', 'vehicleType', 'vehicleNumber'] as const),
  ...(['insuranceCompany', 'sumAssured', 'premiumAmount', 'serviceCharges'] as const),
  ...(['gstAmount', 'totalAmount', 'validUntil'] as const),
] as const;

/** All that was typed are words of the name, and not initials alone. */
export function isNameOf(typed: string, name: string): boolean {
  const words = searchKey(name).split(/[\s.]+/);
  const said = searchKey(typed)
    .split(/[\s.]+/)
    .filter(Boolean);
  // Some names have no longer word.
  const long = Math.min(3, Math.max(...words.map(({ length }) => length)));
  return said.some(({ length }) => length >= long) && said.every((word) => words.includes(word));
}

const unknownLink = () =>
  new Refusal('not-found', {
    code: 'link-unknown',
    message: 'This link is not complete. Please open it from our message once more.',
  });

const withdrawn = () =>
  conflict('quotation-withdrawn', 'This quotation has been withdrawn. Please ask us for another.');
