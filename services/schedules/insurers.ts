/**
 * Insurers of health and vehicles that the Insurance Regulatory and Development Authority of India
 * has registered, by the words that tell each from the others, and what it is called in short.
 */
const INSURERS: readonly (readonly [name: string, words: string])[] = [
  ['ACKO General Insurance', 'acko'],
  ['Aditya Birla Health', 'aditya birla health'],
  ['Bajaj Allianz', 'bajaj allianz|bajaj general'],
  ['Care Health', 'care health'],
  ['Cholamandalam MS', 'cholamandalam ms|chola ms'],
  ['Future Generali', 'future generali|generali central'],
  ['Galaxy Health', 'galaxy health'],
  ['Go Digit', 'go digit'],
  ['HDFC ERGO', 'hdfc ergo'],
  ['ICICI Lombard', 'icici lombard'],
  ['IFFCO Tokio', 'iffco ?-? ?tokio'],
  ['Kotak Mahindra General', 'kotak mahindra general|zurich kotak'],
  ['Liberty General', 'liberty (?:general|videocon)'],
  ['Magma General', 'magma (?:hdi|general)'],
  ['ManipalCigna', 'manipal ?cigna'],
  ['Narayana Health', 'narayana health'],
  ['National Insurance', 'national'],
  ['Navi General', 'navi general'],
  ['New India Assurance', 'new india'],
  ['Niva Bupa', 'niva bupa'],
  ['Oriental Insurance', 'oriental'],
  ['Raheja QBE', 'raheja qbe'],
  ['Reliance General', 'reliance general|indusind general'],
  ['Royal Sundaram', 'royal sundaram'],
  ['SBI General', 'sbi general'],
  ['Shriram General', 'shriram general'],
  ['Star Health', 'star health'],
  ['Tata AIG', 'tata aig'],
  ['United India Insurance', 'united india'],
  ['Universal Sompo', 'universal sompo'],
  ['Zuno General', 'zuno|edelweiss general'],
];

/** As a company signs: `Star Health and Allied Insurance Company Limited`. */
const COMPANY = String.raw`(?:\s(?:and|&|general|allied|health|india))*\s(?:insurance|assurance)(?:\s(?:co|company)\b)`;

const expressions = INSURERS.map(([name, words]) => {
  const spaced = words.replaceAll(' ', '\\s?');
  return {
    name,
    words: new RegExp(`\\b(?:the )?(?:${spaced})\\b`, 'iu'),
    company: new RegExp(
      `\\b(?:the )?(?:${spaced})${COMPANY}(?:\\.?\\s?(?:limited|ltd)\\.?)?`,
      'giu',
    ),
  };
});

export interface FoundInsurer {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The companies that a text names in full. */
export const companiesIn = (text: string): FoundInsurer[] =>
  expressions.flatMap(({ name, company }) =>
    Array.from(text.matchAll(company), ({ index, 0: found }) => ({
      name,
      from: index,
      to: index + found.length,
    })),
  );

/** As `name` is called where policies have it already: the first of those that mean the same. */
export const asCalledHere = (name: string, inUse: readonly string[]): string => {
  const words = expressions.find((one) => one.name === name)?.words;
  return (words && inUse.find((one) => words.test(one))) ?? name;
};
