import type { LeadInterest, LeadSource } from '@insuremanager/contracts/leads/leadKinds';
import { isEmail } from '@insuremanager/contracts/rules/email';
import { formatPhone, isIndianMobile, normalizePhone } from '@insuremanager/contracts/rules/phone';
import { asciiDigits, cleanLines, searchKey } from '@insuremanager/contracts/rules/text';

/** What a pasted text says of whoever asks; what it does not say is left out. */
export interface LeadProposal {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly pincode?: string;
  readonly interest?: LeadInterest;
  /** A second number. */
  readonly details?: string;
  readonly source: LeadSource;
}

/** Who must not be taken for the person who asks: whoever reads, and their office. */
export interface Office {
  readonly emails: readonly string[];
  readonly names: readonly string[];
}

/** A message of one sender; several where a text holds an exchange. */
interface Message {
  readonly name: string;
  readonly email: string;
  readonly lines: string[];
}

const FORWARDED = /^[-\s]*(?:forwarded message|original message|begin forwarded message:?)[-\s]*$/i;
const HEADER = /^(from|reply-to|to|cc|bcc|sent|date|subject)\s*:\s*(.*)$/i;
const WROTE = /^on\b.{4,80}?,?\s((?:(?!,\s).){1,100}?)\s*<([^<>\s]+@[^<>\s]+)>\s*wrote:?$/i;
/** `[28/11/26, 10:15:22 AM] Name: text` and `28/11/2026, 10:15 - Name: text`. */
const CHAT =
  /^\[?\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?\]?\s*[-–]?\s*([^:]{1,60}):\s*(.*)$/i;
const MAILBOX = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;
const MACHINE = /^(?:no-?reply|do-?not-?reply|mailer|notifications?|alerts?|postmaster)\b/i;
/** Anybody may have an address there. */
const PUBLIC_DOMAINS =
  /^(?:gmail|googlemail|yahoo|ymail|outlook|hotmail|live|rediffmail|icloud|proton)\b/;

const GAP = '[ .\\-\\u00a0\\u2010-\\u2013]';
const MOBILE = new RegExp(
  `(?<![\\p{L}\\d])(?:\\(?(?:\\+|00)?91\\)?${GAP}*)?0?${GAP}*[6-9](?:${GAP}?\\d){9}(?!\\d)`,
  'gu',
);
const PIN =
  /(?:\bpin\s*-?\s*(?:code)?|പിൻ\s*(?:കോഡ്)?|पिन\s*(?:कोड)?)[\s:.\-–]*([1-9]\d{2}\s?\d{3})(?!\d)/iu;
/** After the name of a place. */
const PLACE_PIN =
  /([\p{Lu}\p{Lo}][\p{L}\p{M}]{2,40})\s?[-–,]?\s?([1-8]\d{2} ?\d{3})(?![\d,.]\d|\d)/gu;
const NO_PLACE = /^(?:rs|inr|otp|premium|sum|idv|policy|amount|number|cover|value|price|ref)$/i;

const NAME_LABEL =
  /^(?:(?:customer|your|full|client|lead)\s+)?(?:name|പേര്|नाम)\s*[:=\-–]\s*(.+)$/iu;
const SAYS_NAME =
  /(?:\b[Mm]y name is|\b[Mm]yself|\b[Tt]his is|\bI am|\bI'm|എന്റെ പേര്|मेरा नाम)\s+((?:[\p{Lu}\p{Lo}][\p{L}\p{M}.]*\s?){1,4})/u;
const CLOSING =
  /^(?:(?:many )?thanks|thank you|(?:(?:warm|best|kind|with) )?regards|yours (?:sincerely|faithfully|truly)|നന്ദി|എന്ന്|धन्यवाद)\b|^(?:നന്ദി|എന്ന്|धन्यवाद)/iu;
const NAME = /^(?:[\p{L}\p{M}'’]+\.?\s*){1,5}$/u;

const INTERESTS: readonly (readonly [LeadInterest, RegExp])[] = [
  ['health', /\b(?:health|mediclaim|medical insurance|hospital|floater)|ആരോഗ്യ|മെഡിക്ലെയിം|स्वास्थ्य/iu],
  [
    'vehicle',
    /\b(?:car|bike|scooter|motor|vehicle|two[- ]?wheeler|third[- ]party|[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,3}[ -]?\d{4})\b|വാഹന|കാറ|കാർ|ബൈക്ക്|വണ്ടി|गाड़ी|वाहन/iu,
  ],
];

/**
 * What a forwarded email or an exported chat says of whoever asks, as a proposal: nothing of it is
 * certain, and a person sees it before anything is saved.
 */
export function leadFromText(pasted: string, office: Office): LeadProposal {
  const lines = asciiDigits(cleanLines(pasted))
    .split('\n')
    .map((line) =>
      line
        .replace(/^(?:>\s?)+/, '')
        .replaceAll('*', '')
        .trim(),
    );
  const { messages, isChat } = messagesIn(lines);
  const isOwn = ownBy(office);
  const theirs = messages.filter(({ name, email }) => (name || email) && !isOwn({ name, email }));
  const unnamed = messages.filter(({ name, email }) => !name && !email);
  const asked = theirs.length > 0 ? theirs : unnamed;
  const body = asked.flatMap((message) => message.lines);
  const text = body.join('\n');

  const phones = unique(
    [...asked.map(({ name }) => name), text]
      .flatMap((from) => from.match(MOBILE) ?? [])
      .map((found) => normalizePhone(found.replace(/[()]/g, '')))
      .filter(isIndianMobile),
  );
  const emails = unique([...asked.map(({ email }) => email), ...(text.match(MAILBOX) ?? [])]);
  const email = emails.find(
    (one) => isEmail(one) && !MACHINE.test(one) && !isOwn({ name: '', email: one }),
  );
  const [phone, other] = phones;
  const found = {
    name: nameIn(asked, body, isOwn),
    phone: phone && formatPhone(phone),
    email: email?.toLowerCase(),
    pincode: pincodeIn(text.replace(MOBILE, ' ')),
    interest: interestIn(text),
    details: other && `Other number: ${formatPhone(other)}`,
  };
  const known = Object.entries(found).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), source: isChat ? 'other' : 'email' };
}

const unique = (values: readonly string[]): string[] => [...new Set(values.filter(Boolean))];

type Sender = Pick<Message, 'name' | 'email'>;

function ownBy({ emails, names }: Office): (sender: Sender) => boolean {
  const own = emails.map((email) => email.toLowerCase());
  const domains = own
    .map((email) => email.split('@')[1] ?? '')
    .filter((domain) => domain && !PUBLIC_DOMAINS.test(domain));
  const keys = names.filter(Boolean).map(searchKey);
  return ({ name, email }) => {
    const address = email.toLowerCase();
    const domain = address.split('@')[1] ?? '';
    return own.includes(address) || domains.includes(domain) || keys.includes(searchKey(name));
  };
}

/** The messages of a text, in its order: what stands before the first header has no sender. */
function messagesIn(lines: readonly string[]): { messages: Message[]; isChat: boolean } {
  let message: Message = { name: '', email: '', lines: [] };
  const messages = [message];
  let isChat = false;
  let isHead = false;
  const begin = (sender: Sender, ...first: string[]) => {
    message = { ...sender, lines: first };
    messages.push(message);
  };
  for (const [index, line] of lines.entries()) {
    const chat = CHAT.exec(line);
    const wrote = WROTE.exec(line) ?? WROTE.exec(`${line} ${lines[index + 1] ?? ''}`);
    const [, field, value = ''] = HEADER.exec(line) ?? [];
    if (chat) {
      isChat = true;
      begin({ name: chat[1]?.trim() ?? '', email: '' }, chat[2] ?? '');
    } else if (wrote) {
      begin(senderOf(`${wrote[1]} <${wrote[2]}>`));
    } else if (field && /^from$/i.test(field)) {
      begin(senderOf(value));
      isHead = true;
    } else if (field && isHead) {
      if (/^reply-to$/i.test(field)) {
        const { name, ...rest } = message;
        const reply = senderOf(value);
        message = { ...rest, name: name || reply.name, email: reply.email || rest.email };
        messages[messages.length - 1] = message;
      }
      if (/^subject$/i.test(field)) message.lines.push(value);
    } else if (
      !FORWARDED.test(line) &&
      !/^<?[^\s<>]{1,64}@[^\s<>]{1,255}>?\s*wrote:?$/i.test(line)
    ) {
      if (line === '') isHead = false;
      message.lines.push(line);
    }
  }
  return { messages, isChat };
}

function senderOf(header: string): Sender {
  const email = header.match(MAILBOX)?.[0] ?? '';
  const name = header
    .replace(/[<[(].*$/, '')
    .replaceAll('"', '')
    .replace(/\s+via\s.*$/i, '')
    .trim();
  return { name: name.includes('@') ? '' : name, email };
}

function nameIn(
  asked: readonly Message[],
  body: readonly string[],
  isOwn: (sender: Sender) => boolean,
): string | undefined {
  const asName = (text: string | undefined): string | undefined => {
    const name = text?.replace(/[,.;]+$/, '').trim() ?? '';
    const isName = name.length > 1 && name.length <= 60 && NAME.test(name);
    return isName && !isOwn({ name, email: '' }) ? name : undefined;
  };
  const labelled = body.map((line) => asName(NAME_LABEL.exec(line)?.[1])).find(Boolean);
  const said = body.map((line) => asName(SAYS_NAME.exec(line)?.[1])).find(Boolean);
  const sender = asked.filter(({ email }) => !MACHINE.test(email)).map(({ name }) => asName(name));
  const signed = body.flatMap((line, index) => {
    const [sameLine, next] = [line.replace(CLOSING, ''), body.slice(index + 1).find(Boolean)];
    if (sameLine === line) return [];
    return [asName(sameLine.replace(/^[\s,.!-]+/, '')) ?? asName(next)];
  });
  return labelled ?? sender.find(Boolean) ?? said ?? signed.findLast(Boolean);
}

function pincodeIn(text: string): string | undefined {
  const labelled = PIN.exec(text)?.[1];
  const placed = [...text.matchAll(PLACE_PIN)].find(([, place = '']) => !NO_PLACE.test(place))?.[2];
  return (labelled ?? placed)?.replace(/\s/g, '');
}

/** What is named first, where both are. */
function interestIn(text: string): LeadInterest | undefined {
  const named = INTERESTS.flatMap(([interest, words]) => {
    const at = text.search(words);
    return at < 0 ? [] : [{ interest, at }];
  });
  return named.toSorted((one, other) => one.at - other.at)[0]?.interest;
}
