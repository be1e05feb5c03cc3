/** What a value of a schedule is: fields of a policy, and what helps to choose among them. */
export type Sought =
  | 'policyNumber'
  | 'startDate'
  | 'endDate'
  | 'period'
  | 'thirdPartyPeriod'
  | 'thirdPartyEndDate'
  | 'totalPremium'
  | 'instalment'
  | 'netPremium'
  | 'gst'
  | 'cgst'
  | 'sgst'
  | 'premiumFrequency'
  | 'sumInsured'
  | 'idv'
  | 'vehicleNumber'
  | 'engineNumber'
  | 'chassisNumber'
  | 'engineAndChassis'
  | 'vehicleMake'
  | 'vehicleModel'
  | 'makeAndModel'
  | 'vehicleYear'
  | 'vehicleType'
  | 'coverType'
  | 'policyType'
  | 'ncbPercent'
  | 'insuredName'
  | 'insurer'
  /** Of a policy before this one. */
  | 'former'
  /** Says something else: its value belongs to no field. */
  | 'other';

export interface Label {
  readonly sought: Sought;
  /** How much it says: of two values, the one with the stronger label counts. */
  readonly strength: number;
  readonly words: RegExp;
}

/** A blank stands for blanks and full stops, also for none; with a question mark it says so. */
const words = (pattern: string): RegExp =>
  new RegExp(`(?:${pattern.replaceAll(/ \??/g, '[\\s.]{0,3}')})`, 'iuy');

const NO = '(?:no|nos|number|num|#)(?![a-z])';

const label = (sought: Sought, strength: number, pattern: string): Label => ({
  sought,
  strength,
  words: words(pattern),
});

/** The longest that fits counts: `Previous policy number` is no policy number. */
export const LABELS: readonly Label[] = [
  label('policyNumber', 3, `policy (?:schedule )?${NO}`),
  label('policyNumber', 3, `policy (?:/|and|&|or) ?(?:certificate|cover note) ${NO}`),
  label('policyNumber', 3, `(?:certificate|policy certificate) (?:&|and|/) ?policy ${NO}`),
  label('policyNumber', 2, `certificate ${NO}`),
  label('policyNumber', 3, 'पॉलिसी (?:संख्या|क्रमांक|नंबर|सं)'),

  label(
    'period',
    3,
    'period of (?:insurance|cover(?:age)?)|(?:policy|insurance|cover(?:age)?|risk) period',
  ),
  label(
    'period',
    3,
    '(?:own damage|od) (?:cover |policy )?period|period of (?:od|own damage)(?: cover)?',
  ),
  label('period', 3, 'बीमा (?:की )?अवधि|पॉलिसी अवधि'),
  label(
    'thirdPartyPeriod',
    3,
    '(?:third party|tp|liability) (?:cover |policy )?period|period of (?:tp|third party|liability)(?: cover)?',
  ),
  label(
    'startDate',
    3,
    '(?:policy|risk|cover(?:age)?|insurance) (?:start|commencement|inception|effective|from|begin(?:s|ning)?) ?(?:date)?(?: ?(?:&|and) time)?',
  ),
  label(
    'startDate',
    3,
    '(?:start|commencement|inception) date|date of (?:commencement|inception)(?: of (?:risk|insurance|policy|cover))?|effective (?:from|date)|valid from',
  ),
  label('startDate', 3, 'प्रारंभ (?:तिथि|दिनांक)|आरंभ (?:तिथि|दिनांक)'),
  label(
    'endDate',
    3,
    '(?:policy|risk|cover(?:age)?|insurance) (?:end|expiry|expiration|to|maturity|ends) ?(?:date)?(?: ?(?:&|and) time)?',
  ),
  label(
    'endDate',
    3,
    '(?:end|expiry|expiration) date|date of expiry(?: of (?:insurance|policy|cover))?|valid (?:till|until|upto|up to|to)',
  ),
  label('endDate', 3, 'समाप्ति (?:तिथि|दिनांक)'),
  label(
    'thirdPartyEndDate',
    3,
    '(?:third party|tp|liability) (?:cover |policy )?(?:end|expiry|valid till) ?(?:date)?',
  ),

  label(
    'totalPremium',
    4,
    '(?:total|gross|final|net) (?:premium|amount) (?:payable|paid|received|collected|due)|premium (?:payable|paid)|amount (?:payable|paid)',
  ),
  label(
    'totalPremium',
    4,
    'total (?:policy )?premium ?\\(? ?(?:incl|including|inclusive|with)[a-z]*(?: of)?(?: all)? (?:gst|tax|taxes|applicable taxes)\\)?',
  ),
  label('totalPremium', 4, 'gross premium|final premium|total invoice value|कुल देय प्रीमियम'),
  label('totalPremium', 2, 'total (?:policy )?premium|कुल प्रीमियम'),
  label('totalPremium', 1, '(?:annual |policy )?premium(?: amount)?|प्रीमियम'),
  label('instalment', 3, 'instal?lment (?:premium|amount)(?: payable)?'),
  label(
    'netPremium',
    3,
    '(?:net|basic|base|taxable) (?:policy )?premium|premium (?:before|without|excluding|excl|w/o) (?:tax|taxes|gst)|total (?:policy )?premium ?\\(? ?(?:before|without|excluding|excl|exclusive|w/o)[a-z]*(?: of)? (?:tax|taxes|gst)\\)?|taxable value|शुद्ध प्रीमियम',
  ),
  label(
    'gst',
    3,
    '(?:add ?:? ?)?(?:total )?(?:igst|gst|goods (?:and|&) services? tax|service tax|tax amount|taxes)(?![a-z])(?: amount)?|जीएसटी',
  ),
  label('cgst', 3, '(?:add ?:? ?)?(?:cgst|central gst)(?: amount)?'),
  label(
    'sgst',
    3,
    '(?:add ?:? ?)?(?:sgst ?/ ?utgst|sgst ?/ ?ugst|sgst|ugst|utgst|state gst)(?: amount)?',
  ),
  label(
    'premiumFrequency',
    3,
    '(?:premium )?(?:payment|paying|instal?lment) (?:mode|frequency|option|term)|premium (?:mode|frequency)|mode of (?:premium )?payment|frequency(?: of payment)?',
  ),

  label(
    'sumInsured',
    3,
    '(?:total|base|basic|floater|annual|policy)? ?(?:sum (?:insured|assured)|coverage amount|cover amount)|बीमा (?:राशि|धन)|बीमित राशि',
  ),
  label('idv', 4, "total (?:idv|insured'?s? declared value|value)(?: of (?:the )?vehicle)?"),
  label(
    'idv',
    2,
    "(?:vehicle )?(?:idv|insured'?s? declared value)(?: of (?:the )?vehicle)?(?: ?\\(idv\\))?|sum insured ?\\(? ?idv\\)?|insured declared value ?\\(?idv\\)?",
  ),

  label(
    'vehicleNumber',
    3,
    `(?:vehicle )?(?:registration|regn|regd|reg) (?:${NO}|mark(?: (?:&|and) ?${NO})?)|vehicle (?:registration |regn )?${NO}|(?:पंजीकरण|वाहन) (?:संख्या|क्रमांक|सं)`,
  ),
  label(
    'engineNumber',
    3,
    `(?:engine|motor|battery) ?(?:/ ?motor |/ ?battery )?${NO}|इंजन (?:संख्या|नंबर|सं)`,
  ),
  label('chassisNumber', 3, `(?:chassis|chasis|vin) ${NO}|चेसिस (?:संख्या|नंबर|सं)`),
  label('engineAndChassis', 3, `engine ?(?:${NO} ?)?(?:/|&|and) ?chassis ${NO}`),
  label('vehicleMake', 3, '(?:vehicle )?(?:make|manufacturer)(?: of (?:the )?vehicle)?|निर्माता'),
  label('vehicleModel', 3, '(?:vehicle )?model(?: (?:name|& variant|/ ?variant))?|मॉडल'),
  label(
    'makeAndModel',
    3,
    '(?:vehicle )?make ?(?:/|&|and|-) ?model(?: ?(?:/|&|and|-) ?variant)?(?: of (?:the )?vehicle)?',
  ),
  label(
    'vehicleYear',
    3,
    '(?:year of (?:manufacture|mfg|make)|(?:mfg|manufacturing|manufacture|model) year|yr of (?:mfg|manufacture)|mfg yr)|निर्माण वर्ष',
  ),
  label('vehicleType', 3, '(?:vehicle (?:type|class|category)|(?:type|class|category) of vehicle)'),
  label(
    'coverType',
    3,
    '(?:type of (?:cover|policy)|cover(?:age)? type|policy cover|nature of policy)',
  ),
  label(
    'policyType',
    3,
    '(?:policy|plan|cover|family) type|type of (?:policy|plan|cover)|basis of cover',
  ),
  label(
    'ncbPercent',
    3,
    '(?:current )?(?:no ?claims? bonus|ncb)(?: ?\\(?ncb\\)?)?(?: ?(?:%|percentage|percent|entitlement|slab))?',
  ),
  label(
    'insuredName',
    3,
    "(?:insured|proposer|policy ?holder|customer)(?:'s|’s)? name|name of (?:the )?(?:insured|proposer|policy ?holder|owner)(?: ?/ ?proposer)?|(?:insured|proposer|policy ?holder)(?! ?declared)(?! ?person)|बीमाधारक(?: का)? नाम|प्रस्तावक(?: का)? नाम",
  ),
  label(
    'insurer',
    3,
    "(?:name of (?:the )?)?(?:insurer|insurance company)(?:'s)?(?: name)?|बीमा ?कर्ता|बीमा कंपनी",
  ),

  // Of other policies, other dates, other amounts.
  label(
    'former',
    9,
    `(?:previous|prev|expiring|expired|existing|last|old|earlier|renewed from|renewal of|master|group|proposal|quote|quotation|cover ?note|covernote|app(?:lication)?|linked|third party|tp)(?: (?:year|insurance))? (?:policy|certificate)?(?: schedule)? ?(?:${NO}|period|details|insurer|insurance company|start date|end date|expiry date|expiry|valid (?:till|upto|from|to))`,
  ),
  label(
    'former',
    9,
    '(?:previous|prev|expiring|existing|last|old) (?:year )?(?:insurer|policy|ncb|no claim bonus|sum insured|idv|premium)(?: (?:name|details|expiry|type|period))?',
  ),
  label(
    'other',
    9,
    '(?:cumulative|renewal|loyalty|super) bonus(?: sum insured)?|(?:bonus|additional|restored|recharge|top ?up|enhanced) sum insured|sum insured (?:per|restoration|reinstatement|enhancement|for)[a-z\\s]{0,30}',
  ),
  label(
    'other',
    9,
    '(?:own damage|od|basic od|basic tp|basic third party|third party|liability|tp|pa|personal accident|add ?-? ?on|optional cover|rider|total (?:own damage|od|liability|tp|add ?-? ?on))(?: (?:cover|covers))?(?: owner ?-? ?driver)? premium(?: ?\\([ab]\\))?',
  ),
  label(
    'other',
    9,
    '(?:idv|value) of (?:accessories|(?:electrical|non ?-? ?electrical|cng|lpg|trailer|side car)[a-z\\s/]{0,30})|(?:non ?-? ?electrical|electrical|electronic)(?: (?:&|and) electronic)? accessories(?: idv)?|(?:cng|lpg|cng ?/ ?lpg|bi ?-? ?fuel)(?: kit)?(?: (?:idv|value))?|trailer(?: (?:idv|value|registration no|chassis no))?|side ?car(?: value)?',
  ),
  label(
    'other',
    5,
    `(?:receipt|invoice|collection|transaction|instrument|cheque|gst invoice|customer|client|member|health card|uhid|aadhaar|pan|ckyc|account|ifsc|tpa|loan|licen[cs]e|irdai?|irda registration|irdai registration|company registration|gst registration|gstin|agent|intermediary|broker|pos|pos person|agency|employee|office|branch|contact|mobile|phone|telephone|fax|toll free|helpline|uin|sac|hsn|cin|helpline|trade certificate|imt|endorsement|claim|certificate of registration) ?(?:id|code|${NO}|name|date|license ${NO}|registration ${NO})`,
  ),
  label('other', 5, 'gstin|uin|irda|irdai|cin|pan|ckyc|sac code|hsn|aadhaar'),
  label(
    'other',
    5,
    '(?:date of (?:issue|issuance|registration|birth|purchase|proposal|manufacture|receipt|payment|joining|first (?:inception|registration|purchase))|(?:issue|issuance|issued|invoice|receipt|proposal|payment|registration|purchase|first inception|previous expiry|policy issue|policy issuance|policy issued|date of first|print|printed) (?:date|on)(?: (?:&|and) time)?|dob|inception date of first policy|first policy inception date|policy inception date \\(first\\)|date)',
  ),
  label(
    'other',
    4,
    '(?:email|e-mail|address|communication address|correspondence address|mobile|phone|tel|gender|sex|age|relation(?:ship)?|occupation|nominee(?: name)?|nominee details|appointee|pincode|pin code|state|city|country|place of supply|rto(?: location)?|financier|hypothecat(?:ion|ed)(?: (?:to|with))?|cubic capacity|cc|cc ?/ ?kw|gvw|seating(?: capacity)?|licensed carrying capacity|fuel(?: type)?|body(?: type)?|type of body|colour|color|usage|geographical area|zone|deductible|compulsory deductible|voluntary deductible|voluntary excess|excess|copay(?:ment)?|co-pay(?:ment)?|waiting period|pre-existing disease[s]?|room rent(?: limit)?|plan(?: name)?|product(?: name)?|variant|remarks|discount|loading|stamp duty|cess|covers?|coverage|benefits?|members?|insured person(?: name)?|insured persons?|sl|sr|s no|sr no|sl no|name|policy term|tenure|policy tenure|policy duration|term|branch|servicing office|issuing office|intermediary|agent|broker|tpa)',
  ),
];

/** What may stand before a label: a number of a list, marks, the same in another script. */
const BEFORE = /(?:\(?(?:[a-z]|\d{1,2})[.)](?=\s))?[\s:;,.*•|/–-]*(?:(?:the|your|add)\s)?/iuy;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{N}]*/uy;
/** Behind a label that stands in the middle of a text: elsewhere such words are a sentence. */
const COLON = /\s{0,3}(?:\([^()]{0,60}\)\s{0,2})?[:：]/uy;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

export interface FoundLabel extends Label {
  /** In its text. */
  readonly from: number;
  readonly to: number;
}

const matchedAt = (expression: RegExp, text: string, at: number): number => {
  expression.lastIndex = at;
  const found = expression.exec(text);
  return found ? at + found[0].length : at;
};

/** The label that says most of what stands at a place; null: none does. */
function labelAt(text: string, at: number): FoundLabel | null {
  let best: FoundLabel | null = null;
  for (const one of LABELS) {
    const to = matchedAt(one.words, text, at);
    // A part of a word is none.
    if (to === at || (LETTER.test(text[to] ?? '') && LETTER.test(text[to - 1] ?? ''))) continue;
    const isMore = !best || to > best.to || (to === best.to && one.strength > best.strength);
    if (isMore) best = { ...one, from: at, to };
  }
  return best;
}

/** Where words begin that may be a label. */
const WORD = /(?<![\p{L}\p{M}\p{N}])\p{L}/gu;

/** The labels in a text, in order. The first begins it; others are followed by a colon. */
export function labelsIn(text: string): FoundLabel[] {
  const found: FoundLabel[] = [];
  const begin = matchedAt(BEFORE, text, 0);
  const behind = matchedAt(OTHER_SCRIPT, text, 0);
  const first = labelAt(text, begin) ?? labelAt(text, behind);
  if (first) found.push(first);
  let from = first?.to ?? 0;
  // Most of the text of most pages.
  if (!first && !/[:：]/u.test(text)) return [];
  for (const { index } of text.matchAll(WORD)) {
    if (index < from) continue;
    const next = labelAt(text, index);
    if (!next) continue;
    const before = found.at(-1);
    // The same once more, such as in another language.
    const isSame = before !== undefined && !LETTER.test(text.slice(before.to, next.from));
    if (!isSame && matchedAt(COLON, text, next.to) === next.to) continue;
    if (isSame) found.pop();
    found.push(next);
    from = next.to;
  }
  return found;
}
