import { type HistoryEntry, importWords } from '@insuremanager/contracts/history';
import type { Dossier } from '@insuremanager/contracts/integrity/dossier';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import type { CommandContext } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import { hashOfEvent } from '../platform/logTree/leaf.js';
import { kindIn, type OwnedPart } from '../platform/ownedRecords.js';
import type { Policies } from '../policies/index.js';
import type { PdfPrinter, StatementPart } from '../printing/index.js';
import type { DossierRequest, Integrity } from './integrity.js';

/** What a dossier is printed with: the histories that say its events in words. */
export interface DossierPaper extends OwnedPart {
  readonly customers: Pick<Customers, 'history'>;
  readonly policies: Pick<Policies, 'lastKnown' | 'termHistories'>;
  readonly agency: Pick<Agency, 'stationery'>;
  readonly printer: Pick<PdfPrinter, 'statement'>;
}

/** Prints a dossier, with the words of its events as its reader may see them. */
export const dossierPrinter =
  (
    makeDossier: Integrity['dossier'],
    // Not taken apart: some are there only once all are open.
    paper: DossierPaper,
  ): Integrity['dossierPdf'] =>
  async (of: DossierRequest, context: CommandContext, asSeen) => {
    const dossier = await makeDossier(of, context);
    const words = asSeen(await wordsOf(of, paper));
    const fileName = `dossier-${dossier.stream}`;
    const pdf = await paper.printer.statement({
      ...(await paper.agency.stationery()),
      title: `Dossier of ${dossier.stream}`,
      lines: [
        'All that happened to one record, with the proof that nobody has changed it since',
        `Made on ${inKolkata(dossier.madeAt)} for ${dossier.madeBy}`,
      ],
      addressee: null,
      day: kolkataDay(new Date(dossier.madeAt)),
      parts: partsOf(dossier, words, fileName),
      attachment: {
        name: `${fileName}.json`,
        description: 'The dossier as JSON, to be verified by verifyDossier.mjs',
        mimeType: 'application/json',
        content: JSON.stringify(dossier),
      },
    });
    return { fileName: `${fileName}.pdf`, pdf };
  };

/** Those of a policy are of all its terms. None where this release cannot read an event. */
async function wordsOf({ record, id }: DossierRequest, paper: DossierPaper) {
  try {
    if (record !== 'policy') {
      const { history } =
        record === 'customer' ? paper.customers : kindIn(paper, record).serviceIn(paper);
      return await history(id);
    }
    const term = await paper.policies.lastKnown(id);
    if (!term) return [];
    const terms = await paper.policies.termHistories({ kind: term.kind, id });
    return terms.flatMap(({ entries }) => entries);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'record-unreadable') return [];
    throw error;
  }
}

const clock = new Intl.DateTimeFormat('en-IN', {
  ...{ timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'medium' },
});
const inKolkata = (instant: string): string => clock.format(new Date(instant));

/** The events of a dossier, as a person reads them. */
function partsOf(
  dossier: Dossier,
  words: readonly HistoryEntry[],
  fileName: string,
): StatementPart[] {
  const [, size = '', root = ''] = dossier.head.split('\n');
  return [
    {
      kind: 'facts',
      title: null,
      facts: [
        ['Record', dossier.stream],
        ['Events', String(dossier.events.length)],
        ['Signed over', `${Number(size).toLocaleString('en-IN')} events of the log`],
        ['Root', root],
      ],
    },
    {
      ...{ kind: 'heading', text: 'What happened' },
      note: 'Each event by its number in the record, the oldest first. Times are those of Kolkata. What is personal is sealed in the log; here it stands as far as whoever asked may see it.',
    },
    ...dossier.events.map((one) => eventPart(one, words)),
    {
      ...{ kind: 'heading', text: 'The signed head' },
      note: 'The name of the log, the number of its events, the root of the tree over them, when that was, and the signature (a checkpoint of C2SP). Compare it with a head that you have kept.',
    },
    { kind: 'text', text: dossier.head.trim() },
    { kind: 'text', text: `Key by which it is signed: ${dossier.key}` },
    { kind: 'heading', text: 'How to verify it' },
    ...verification(fileName).map((text): StatementPart => ({ kind: 'text', text })),
  ];
}

function eventPart(
  { index, event }: Dossier['events'][number],
  words: readonly HistoryEntry[],
): StatementPart {
  const { revision, type, metadata } = event;
  const told = words.filter((entry) => String(entry.version) === revision && entry.type === type);
  const [entry] = told;
  const summaries = [...new Set(told.map(({ summary }) => summary))];
  const changes = new Map(
    told.flatMap((one) =>
      one.changes.map(({ label, before, after }) => [
        `${label}\n${before}\n${after}`,
        [label, changed(before, after)] as const,
      ]),
    ),
  );
  const hash = hashOfEvent({ ...event, revision: BigInt(revision) });
  const {
    actor,
    commandId,
    occurredAt: at,
  } = metadata as {
    actor?: { username?: string; role?: string };
    commandId?: string;
    occurredAt?: string;
  };
  return {
    kind: 'facts',
    title: `${revision}  ${summaries.join('; ') || type}`,
    facts: [
      ['Who', `${actor?.username ?? 'unknown'} (${actor?.role ?? 'unknown'})`],
      ['When', at ? inKolkata(at) : entry ? inKolkata(entry.at) : 'unknown'],
      ...(entry?.ofImport ? [['Import', importWords(entry.ofImport)] as const] : []),
      ...changes.values(),
      ['Event', type],
      ['Index in the log', String(index)],
      ['Command', String(commandId ?? 'unknown')],
      ['Leaf hash', hash.toString('hex')],
    ],
  };
}

const changed = (before: string | null, after: string | null): string => {
  if (before === null) return after ?? '–';
  return `${after ?? '–'} (was ${before})`;
};

const verification = (fileName: string): string[] => [
  `This PDF carries the file ${fileName}.json. Save it from the list of attachments of your PDF reader, or by:\npdfdetach -saveall ${fileName}.pdf`,
  `Then, on any computer with Node, without a network and without a server of the brokerage:\nnode verifyDossier.mjs ${fileName}.json --key 'KEY' --head HEAD.txt`,
  'KEY is the key that you know from elsewhere, such as the first email with a signed head: a forged dossier would bring a forged one. HEAD.txt is a head that you have kept; leave --head out if you have none.',
  'verifyDossier.mjs (deploy/bin of the product, some 150 lines to read) hashes each event as it stands in the JSON, which gives the leaf hash printed above; climbs from it by the siblings to the root; and checks the signature of the root (Ed25519, RFC 6962). It says Proved, or names the event that is not as it was signed.',
  'The words on these pages are made from the same events by the product and are not proved by themselves: what counts is the JSON.',
];
