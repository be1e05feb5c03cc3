import { importTarget, type SheetKind } from '@insuremanager/contracts/imports/importTargets';
import { NCB_PERCENTS } from '@insuremanager/contracts/policies/policyKinds';
import { parseFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import { asciiDigits, cleanText } from '@insuremanager/contracts/rules/text';

/**
 * What a text of a choice field means: "Compr." is `comprehensive`. Null where that is unknown, and
 * for fields that are no choice. Of a state it is the name that letters, codes and old names stand
 * for.
 */
export function guessValue(kind: SheetKind, field: string, text: string): string | null {
  const key = valueKey(text);
  if (key === '') return null;
  if (field === 'state') return STATES.get(key) ?? null;
  const target = importTarget(kind, field);
  if (field === 'ncbPercent' && target) return ncbOf(text);
  if (!target?.options) return null;
  const own = target.options.find((option) => valueKey(option) === key);
  if (own) return own;
  const word = meaningsOf(kind, field)?.get(key);
  if (word !== undefined && target.options.includes(word)) return word;
  return field === 'premiumFrequency' ? parseFrequency(text) : null;
}

/** Whether a field is one whose texts have meanings that can be said. */
export const hasMeanings = (kind: SheetKind, field: string): boolean =>
  importTarget(kind, field)?.options !== undefined || field === 'ncbPercent';

/** Letters and digits only, in lower case. */
const valueKey = (text: string): string =>
  asciiDigits(cleanText(text))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

const ncbOf = (text: string): string | null => {
  const number = /^(\d{1,2}(?:\.0+)?|0?\.\d{1,2})\s*%?$/.exec(asciiDigits(text.trim()))?.[1];
  if (number === undefined) return /^(?:nil|none|no|zero)$/i.test(text.trim()) ? '0' : null;
  // A share of one is how a spreadsheet keeps a percentage.
  const percent = Number(number) > 0 && Number(number) < 1 ? Number(number) * 100 : Number(number);
  return NCB_PERCENTS.some((one) => one === Math.round(percent * 100) / 100)
    ? String(percent)
    : null;
};

type Meanings = ReadonlyMap<string, string>;

const meanings = (words: Readonly<Record<string, string>>): Meanings =>
  new Map(
    Object.entries(words).flatMap(([meaning, texts]) =>
      texts.split('|').map((text) => [valueKey(text), meaning] as const),
    ),
  );

const KINDS = meanings({
  health: `health|health insurance|mediclaim|medical|medical insurance|med|hlth|retail health|group health|gmc|
    health ins|health policy|arogya|family floater|ഹെൽത്ത്|ആരോഗ്യം|ആരോഗ്യ ഇൻഷുറൻസ്|स्वास्थ्य|स्वास्थ्य बीमा|हेल्थ|मेडिक्लेम`,
  vehicle: `vehicle|vehicle insurance|motor|motor insurance|auto|car|car insurance|bike|bike insurance|two wheeler|
    2w|tw|4w|four wheeler|private car|pvt car|pc|pcv|gcv|commercial vehicle|cv|motor private car|motor two wheeler|
    private car package|two wheeler package|motor tp|motor package|misc d|വാഹനം|മോട്ടോർ|വാഹന ഇൻഷുറൻസ്|वाहन|वाहन बीमा|मोटर|मोटर बीमा|गाड़ी`,
});

const POLICY_TYPES = meanings({
  individual: `individual|ind|indv|indl|indi|individual policy|individual sum insured|single|self|retail individual|
    individual health|വ്യക്തിഗതം|व्यक्तिगत`,
  family: `family|floater|family floater|ff|fam|family floater policy|floater policy|fam floater|family health|
    family policy|self family|family floater sum insured|കുടുംബം|ഫാമിലി|ഫാമിലി ഫ്ലോട്ടർ|परिवार|फैमिली|पारिवारिक|फैमिली फ्लोटर`,
  group:
    'group|grp|gmc|gpa|corporate|group policy|group health|group mediclaim|employer|ഗ്രൂപ്പ്|समूह|ग्रुप',
});

const VEHICLE_TYPES = meanings({
  car: `car|private car|pvt car|pc|4w|four wheeler|4 wheeler|lmv|suv|sedan|hatchback|jeep|motor car|pvt|private|
    motor private car|pcp|car package|കാർ|कार`,
  bike: `bike|two wheeler|2 wheeler|2w|tw|scooter|motorcycle|motor cycle|scooty|mcwg|mcwog|m cycle scooter|
    two wheeler package|motorbike|mc|ബൈക്ക്|സ്കൂട്ടർ|ഇരുചക്രവാഹനം|बाइक|स्कूटर|दोपहिया|दोपहिया वाहन`,
  truck: `truck|lorry|goods|gcv|goods carrying|goods carrying vehicle|gccv|goods vehicle|tipper|pickup|pick up|hgv|lgv|
    goods carrier|ലോറി|ട്രക്ക്|ट्रक|लॉरी`,
  bus: 'bus|school bus|omni bus|omnibus|stage carriage|minibus|mini bus|ബസ്|ബസ്സ്|बस',
  other: `other|others|tractor|jcb|ambulance|auto|autorickshaw|auto rickshaw|three wheeler|3w|3 wheeler|misc d|
    miscellaneous|excavator|crane|e rickshaw|മറ്റുള്ളവ|ഓട്ടോ|ഓട്ടോറിക്ഷ|अन्य|ऑटो|ट्रैक्टर`,
});

const COVER_TYPES = meanings({
  comprehensive: `comprehensive|compr|comp|compre|comprehensive policy|package|pkg|package policy|full|full cover|
    bundled|bundle|standard package|od tp|od and tp|full insurance|bumper to bumper|first party|1st party|
    comprehensive package|zero dep|nil dep|സമഗ്രം|കോംപ്രിഹെൻസീവ്|ഫുൾ|व्यापक|कॉम्प्रिहेंसिव|फुल`,
  third_party: `third party|tp|3rd party|third party only|tp only|liability|liability only|act|act only|act policy|
    satp|stand alone tp|standalone tp|tpl|third party liability|liability only policy|lp|
    തേർഡ് പാർട്ടി|थर्ड पार्टी|तृतीय पक्ष`,
  own_damage: `own damage|od|od only|saod|standalone od|stand alone od|own damage only|standalone own damage|
    stand alone own damage|sa od|ഓൺ ഡാമേജ്|ओन डैमेज`,
});

const FREQUENCIES = meanings({
  monthly: 'm|mly|mthly|month|per month|every month|pm|12|mo|പ്രതിമാസം|മാസം|मासिक|हर महीने',
  quarterly:
    'q|qly|qtly|qtrly|qtr|quarter|every quarter|3 months|three monthly|ത്രൈമാസം|തിമാസം|त्रैमासिक|तिमाही',
  'half-yearly':
    'h|hly|hy|half year|half yearly|semi annual|semi annually|biannual|six monthly|6 months|അർദ്ധവാർഷികം|अर्धवार्षिक|छमाही',
  yearly:
    'y|yly|yrly|year|per year|every year|pa|annual mode|annum|per annum|1 year|single|one time|വാർഷികം|വർഷം|वार्षिक|सालाना|प्रतिवर्ष',
});

const POLICY_STATUSES = meanings({
  active:
    'active|a|live|in force|inforce|valid|running|current|open|issued|policy issued|booked|new|സജീവം|നിലവിലുണ്ട്|सक्रिय|चालू',
  expired: 'expired|e|lapsed|lapse|matured|not renewed|over|കാലഹരണപ്പെട്ടു|തീർന്നു|समाप्त',
  cancelled: 'cancelled|canceled|cancel|c|terminated|surrendered|void|റദ്ദാക്കി|रद्द',
  renewed: 'renewed|r|renewal done|renewed with us|പുതുക്കി|नवीनीकृत',
});

const QUOTATION_STATUSES = meanings({
  pending:
    'pending|open|sent|draft|new|in progress|awaiting|waiting|follow up|shared|under process|കാത്തിരിക്കുന്നു|लंबित',
  accepted: 'accepted|won|converted|approved|closed won|yes|confirmed|issued|സ്വീകരിച്ചു|स्वीकृत',
  rejected:
    'rejected|lost|declined|not interested|closed lost|no|cancelled|canceled|നിരസിച്ചു|अस्वीकृत',
  expired: 'expired|lapsed|timed out|കാലഹരണപ്പെട്ടു|समाप्त',
});

const KYC_STATUSES = meanings({
  pending:
    'pending|p|no|n|not done|not verified|incomplete|awaiting|false|to be done|not submitted|under process|in progress|ബാക്കി|ഇല്ല|लंबित|नहीं',
  verified:
    'verified|v|yes|y|done|complete|completed|ok|approved|true|kyc done|ckyc done|submitted and verified|പൂർത്തിയായി|ശരി|ഉണ്ട്|सत्यापित|हाँ|हां|पूर्ण',
  rejected: 'rejected|r|failed|declined|invalid|mismatch|നിരസിച്ചു|अस्वीकृत',
});

const LANGUAGES = meanings({
  en: 'en|eng|english|ഇംഗ്ലീഷ്|अंग्रेजी|अंग्रेज़ी',
  ml: 'ml|mal|malayalam|മലയാളം|मलयालम',
  hi: 'hi|hin|hindi|ഹിന്ദി|हिन्दी|हिंदी',
});

const CONSENTS = meanings({
  given: 'given|yes|y|true|1|agreed|ok|opt in|opted in|ഉണ്ട്|സമ്മതം|हाँ|हां|सहमत',
  withdrawn: 'withdrawn|no|n|false|0|refused|opt out|opted out|dnd|ഇല്ല|नहीं',
});

const CLAIM_KINDS = meanings({
  cashless:
    'cashless|cash less|cashless claim|preauth|pre auth|planned cashless|ക്യാഷ്‌ലെസ്|ക്യാഷ്‌ലെസ്സ്|कैशलेस',
  reimbursement: `reimbursement|reimb|reimburse|reimbursement claim|hospitalisation reimbursement|
    റീഇംബേഴ്‌സ്മെന്റ്|प्रतिपूर्ति`,
  own_damage: `own damage|od|od claim|own damage claim|accident|accidental damage|partial loss|repair|
    ഓൺ ഡാമേജ്|അപകടം|ओन डैमेज|दुर्घटना`,
  third_party:
    'third party|tp|tp claim|mact|mact claim|third party claim|തേർഡ് പാർട്ടി|थर्ड पार्टी|तृतीय पक्ष',
  theft: 'theft|stolen|theft claim|total theft|മോഷണം|चोरी',
  death: 'death|death claim|pa claim|personal accident|pa owner driver|മരണം|मृत्यु',
});

const CLAIM_STAGES = meanings({
  intimated: `intimated|new|open|registered|reported|claim intimated|lodged|filed|pending|
    അറിയിച്ചു|सूचित|दर्ज`,
  documents: `documents|documents pending|document pending|docs pending|documents awaited|
    awaiting documents|documents submitted|രേഖകൾ|दस्तावेज़|दस्तावेज`,
  survey: 'survey|under survey|survey pending|surveyor appointed|survey done|സർവേ|सर्वेक्षण',
  query: 'query|query raised|under query|query pending|queried|ചോദ്യം|प्रश्न',
  approved: 'approved|sanctioned|authorised|authorized|claim approved|അംഗീകരിച്ചു|स्वीकृत',
  settled: `settled|paid|closed|claim settled|claim paid|completed|settled and closed|
    തീർപ്പാക്കി|നൽകി|निपटाया|भुगतान`,
  repudiated: 'repudiated|rejected|declined|denied|claim rejected|നിരസിച്ചു|अस्वीकृत',
  withdrawn:
    'withdrawn|cancelled|canceled|claim withdrawn|not pursued|closed without payment|പിൻവലിച്ചു|वापस',
});

const LEAD_INTERESTS = meanings({
  health: `health|health insurance|mediclaim|medical|medical insurance|family floater|senior citizen|
    ഹെൽത്ത്|ആരോഗ്യം|ആരോഗ്യ ഇൻഷുറൻസ്|स्वास्थ्य|स्वास्थ्य बीमा|मेडिक्लेम`,
  vehicle: `vehicle|motor|car|bike|two wheeler|four wheeler|car insurance|bike insurance|motor insurance|
    vehicle insurance|commercial vehicle|വാഹനം|വാഹന ഇൻഷുറൻസ്|കാർ|ബൈക്ക്|वाहन|वाहन बीमा|कार|मोटर`,
  other: 'other|others|life|term|travel|fire|home|shop|business|marine|മറ്റുള്ളവ|അന്യ|अन्य',
});

const LEAD_SOURCES = meanings({
  website: 'website|web|web site|online|web form|landing page|google|വെബ്സൈറ്റ്|वेबसाइट',
  call: 'call|phone|phone call|telephone|tele calling|telecalling|cold call|incoming call|ഫോൺ|फोन|कॉल',
  email: 'email|e mail|mail|ഇമെയിൽ|ईमेल',
  walk_in: 'walk in|walkin|office|branch|visit|direct|നേരിട്ട്|सीधे',
  referral: 'referral|reference|referred|ref|friend|customer reference|ശുപാർശ|रेफरल|संदर्भ',
  spreadsheet: 'spreadsheet|sheet|excel|list|import|data',
  other:
    'other|others|facebook|instagram|whatsapp|campaign|event|advertisement|social media|മറ്റുള്ളവ|अन्य',
});

const BY_FIELD: Readonly<Record<string, Meanings>> = {
  kind: KINDS,
  insuranceType: KINDS,
  stage: CLAIM_STAGES,
  interest: LEAD_INTERESTS,
  source: LEAD_SOURCES,
  policyType: POLICY_TYPES,
  vehicleType: VEHICLE_TYPES,
  coverType: COVER_TYPES,
  premiumFrequency: FREQUENCIES,
  kycStatus: KYC_STATUSES,
  language: LANGUAGES,
  reminderEmailConsent: CONSENTS,
  reminderSmsConsent: CONSENTS,
  reminderWhatsappConsent: CONSENTS,
  quotationEmailConsent: CONSENTS,
};

const meaningsOf = (kind: SheetKind, field: string): Meanings | undefined => {
  if (field === 'kind' && kind === 'claims') return CLAIM_KINDS;
  if (field === 'status') return kind === 'quotations' ? QUOTATION_STATUSES : POLICY_STATUSES;
  return Object.hasOwn(BY_FIELD, field) ? BY_FIELD[field] : undefined;
};

/** States and union territories, by their names, former names, letters on plates and others in use. */
const STATES: Meanings = meanings({
  'Andaman and Nicobar Islands': 'andaman and nicobar islands|andaman nicobar|andaman & nicobar|an',
  'Andhra Pradesh': 'andhra pradesh|andhra|ap|ആന്ധ്രാപ്രദേശ്|आंध्र प्रदेश|आन्ध्र प्रदेश',
  'Arunachal Pradesh': 'arunachal pradesh|arunachal|ar',
  Assam: 'assam|as|असम',
  Bihar: 'bihar|br|बिहार',
  Chandigarh: 'chandigarh|ch|चंडीगढ़',
  Chhattisgarh: 'chhattisgarh|chattisgarh|cg|छत्तीसगढ़',
  'Dadra and Nagar Haveli and Daman and Diu':
    'dadra and nagar haveli and daman and diu|dadra and nagar haveli|daman and diu|dn|dd|dnhdd',
  Delhi: 'delhi|new delhi|nct of delhi|dl|दिल्ली|ഡൽഹി',
  Goa: 'goa|ga|गोवा|ഗോവ',
  Gujarat: 'gujarat|gj|guj|गुजरात',
  Haryana: 'haryana|hr|हरियाणा',
  'Himachal Pradesh': 'himachal pradesh|himachal|hp|हिमाचल प्रदेश',
  'Jammu and Kashmir': 'jammu and kashmir|jammu & kashmir|jammu kashmir|j&k|jk|जम्मू और कश्मीर',
  Jharkhand: 'jharkhand|jh|झारखंड',
  Karnataka: 'karnataka|ka|kar|കർണാടക|കർണ്ണാടക|कर्नाटक',
  Kerala: 'kerala|kl|ker|keralam|കേരളം|കേരള|केरल',
  Ladakh: 'ladakh|la|लद्दाख',
  Lakshadweep: 'lakshadweep|ld|ലക്ഷദ്വീപ്',
  'Madhya Pradesh': 'madhya pradesh|mp|मध्य प्रदेश',
  Maharashtra: 'maharashtra|mh|mah|മഹാരാഷ്ട്ര|महाराष्ट्र',
  Manipur: 'manipur|mn',
  Meghalaya: 'meghalaya|ml',
  Mizoram: 'mizoram|mz',
  Nagaland: 'nagaland|nl',
  Odisha: 'odisha|orissa|od|or|ओडिशा',
  Puducherry: 'puducherry|pondicherry|py|pondy|പുതുച്ചേരി|पुदुचेरी',
  Punjab: 'punjab|pb|पंजाब',
  Rajasthan: 'rajasthan|rj|raj|राजस्थान',
  Sikkim: 'sikkim|sk',
  'Tamil Nadu': 'tamil nadu|tamilnadu|tn|തമിഴ്നാട്|തമിഴ് നാട്|तमिलनाडु|तमिल नाडु',
  Telangana: 'telangana|telengana|tg|ts|തെലങ്കാന|तेलंगाना',
  Tripura: 'tripura|tr',
  'Uttar Pradesh': 'uttar pradesh|up|उत्तर प्रदेश',
  Uttarakhand: 'uttarakhand|uttaranchal|uk|ua|उत्तराखंड',
  'West Bengal': 'west bengal|wb|bengal|പശ്ചിമ ബംഗാൾ|पश्चिम बंगाल',
});
