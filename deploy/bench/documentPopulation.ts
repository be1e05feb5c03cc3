import { createHash } from 'node:crypto';
import {
  type DocumentEvent,
  DocumentUploaded,
} from '@insuremanager/contracts/documents/documentEvents';
import {
  type DocumentType,
  FILE_KIND_EXTENSIONS,
  FILE_KIND_MIME_TYPES,
  FILE_KINDS,
} from '@insuremanager/contracts/documents/documentKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type Dice, dice } from '../demo/dice.js';
import { demoPerson } from '../demo/people.js';
import type { Happening } from './customerPopulation.js';
import type { PolicyLife } from './policyPopulation.js';

/** One customer out of so many has handed in a document. */
const CUSTOMERS_PER_DOCUMENT = 2;

/** Documents of the first so many customers. */
export const documentsOf = (customers: number): number =>
  Math.floor(customers / CUSTOMERS_PER_DOCUMENT);

/** The stream of one document. */
export interface DocumentLife {
  readonly documentId: number;
  readonly history: Happening<DocumentEvent>[];
}

/** Seeds that nothing else uses. */
const SERIES = 8_000_000_000;
const HOUR_MS = 60 * 60 * 1000;

/**
 * The document of one customer, if there is one, from the day on which they came: papers of KYC
 * belong to nothing else, most others to the first policy. Its file is nowhere.
 */
export function documentLife(
  customerId: number,
  registered: Date,
  { policyId, kind }: PolicyLife,
): DocumentLife | null {
  if (customerId % CUSTOMERS_PER_DOCUMENT !== 0) return null;
  const documentId = documentsOf(customerId);
  const throws = dice(SERIES + documentId);
  const documentType = throws.pick(TYPES);
  const at = new Date(registered.getTime() + throws.below(20) * HOUR_MS);
  const fileName = fileNameOf(throws, documentType, customerId, at);
  const isOfKind = documentType !== 'kyc';
  const secret = createHash('sha256').update(String(documentId)).digest();
  const event = DocumentUploaded({
    documentId,
    customerId,
    documentType,
    policyKind: isOfKind ? kind : null,
    policyId: isOfKind && throws.chance(0.8) ? policyId : null,
    // As long as those that are given out.
    fileKey: `documents/${kolkataDay(at).slice(0, 7)}/${secret.toString('hex').slice(0, 36)}`,
    fileSize: 20_000 + throws.below(4_000_000),
    mimeType: mimeTypeOf(fileName),
    personal: {
      fileName,
      sha256: secret.toString('hex'),
      contentKey: secret.toString('base64url'),
    },
  });
  return { documentId, history: [{ event, at }] };
}

const TYPES: readonly DocumentType[] = [
  ...Array<DocumentType>(11).fill('kyc'),
  ...Array<DocumentType>(6).fill('policy_document'),
  ...Array<DocumentType>(3).fill('claim_document'),
];

/** As people call their papers, and as phones and scanners do. */
function fileNameOf(throws: Dice, type: DocumentType, customerId: number, at: Date): string {
  const { name } = demoPerson(customerId);
  const first =
    String(name)
      .split(' ')
      .find((word) => word.length > 2) ?? name;
  const day = kolkataDay(at);
  const number = throws.digits(6);
  const anyPaper = [
    `IMG_${day.replaceAll('-', '')}_${number}.jpg`,
    `WhatsApp Image ${day} at ${number.slice(0, 2)}.${number.slice(2, 4)}.jpeg`,
    `scan${number.slice(2)}.pdf`,
  ];
  const papers: Record<DocumentType, readonly string[]> = {
    kyc: [
      `PAN ${first}.png`,
      `Aadhaar ${first} front.jpg`,
      `Aadhaar ${first} masked.pdf`,
      `ആധാർ കാർഡ് ${first}.jpg`,
      `Passport ${first}.pdf`,
    ],
    policy_document: [
      `Policy schedule ${first}.pdf`,
      `Policy ${number}.pdf`,
      `RC book ${first}.png`,
      `Renewal notice ${first}.docx`,
      `പോളിസി ${first}.pdf`,
    ],
    claim_document: [
      `Hospital bill ${first}.pdf`,
      `Claim form ${first}.doc`,
      `Garage estimate ${number}.pdf`,
    ],
  };
  return throws.pick(throws.chance(0.25) ? anyPaper : papers[type]);
}

const mimeTypeOf = (fileName: string): string => {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
  const kind = FILE_KINDS.find((one) => FILE_KIND_EXTENSIONS[one].includes(ending));
  return FILE_KIND_MIME_TYPES[kind ?? 'pdf'];
};
