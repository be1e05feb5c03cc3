import { asciiDigits, cleanText } from '@insuremanager/contracts/rules/text';

// What columns are called: in offices, by other systems, in English, Malayalam and Hindi. Of SIBRO
// no list is published: its names here are those of its forms and reports. Those of EspoCRM are the
// names of its attributes, and their labels; those of Twenty its labels, with the field before the
// part ("Emails / Primary Email").

/**
 * What a column can be, by the fields of all kinds of records. Behind a customer's field is the
 * link of the same name where the rows are another's.
 */
export type NamedField = keyof typeof NAMES;

/** In the order of preference: the total of a premium before its net, a mobile before a phone. */
const NAMES = {
  ref: `customer ref|ref|ref number|reference|reference number|customer reference|customer id|client id|
    customer code|client code|customer number|client number|cust id|cif|ucc|party code|account code|old id|
    ഉപഭോക്തൃ നമ്പർ|ग्राहक संख्या|ग्राहक आईडी|ग्राहक कोड`,
  name: `customer name|client name|insured name|name of insured|name of the insured|policy holder name|
    policyholder name|policy holder|policyholder|name of customer|name of client|name of policy holder|
    proposer name|name of proposer|proposer|owner name|vehicle owner|registered owner|party name|full name|
    contact name|name|customer|client|insured|name of the customer|assured name|member name|
    party|customer full name|name full|owner|customer client name|
    പേര്|ഉപഭോക്താവിന്റെ പേര്|ഇൻഷ്വർ ചെയ്ത ആളിന്റെ പേര്|ഉടമയുടെ പേര്|कस्टमर का नाम|नाम|ग्राहक का नाम|बीमाधारक का नाम|बीमाधारक|पूरा नाम`,
  firstName: 'first name|name first name|given name|fname|forename|पहला नाम',
  lastName: 'last name|name last name|surname|family name|lname|उपनाम',
  phone: `mobile number|mobile|mobile phone|primary phone number|phones primary phone number|phone number|phone|
    cell|cell number|cell phone|contact number|contact mobile|phone mobile|customer mobile|customer phone|
    customer mobile number|customer phone number|insured mobile number|insured mobile|client mobile|
    client mobile number|client phone|contact|telephone|telephone number|tel|tel number|mobile phone number|
    registered mobile number|registered mobile|whatsapp number|whatsapp|customer contact number|customer contact|
    client contact number|owner mobile|phone 1|mobile 1|contact 1|phone number 1|mobile number 1|
    mobile number 10 digits|ഫോൺ|ഫോൺ നമ്പർ|മൊബൈൽ|മൊബൈൽ നമ്പർ|मोबाइल|मोबाइल नंबर|मोबाइल नम्बर|फोन|फ़ोन|फोन नंबर|फ़ोन नंबर|संपर्क नंबर|दूरभाष`,
  email: `email|email id|email address|e mail|e mail id|e mail address|mail id|mail|emails primary email|
    primary email|customer email|customer email id|client email|insured email|insured email id|client email id|
    mail address|email 1|ഇമെയിൽ|ഇ മെയിൽ|ഇമെയിൽ വിലാസം|ईमेल|ई मेल|ईमेल आईडी|ईमेल पता`,
  aadhaarNumber: `aadhaar|aadhaar number|aadhaar card|aadhaar card number|aadhar|aadhar number|aadhar card|
    aadhar card number|adhar|adhar number|adhar card number|adhaar|adhaar number|uid|uid number|uidai|uidai number|
    aadhaar id|customer aadhaar|customer aadhaar number|ആധാർ|ആധാർ നമ്പർ|आधार|आधार नंबर|आधार संख्या|आधार कार्ड|आधार कार्ड नंबर`,
  panNumber: `pan|pan number|pan card|pan card number|permanent account number|customer pan|customer pan number|
    insured pan|client pan|client pan number|income tax pan|pan id|പാൻ|പാൻ നമ്പർ|പാൻ കാർഡ്|पैन|पैन नंबर|पैन संख्या|पैन कार्ड|पैन कार्ड नंबर`,
  dateOfBirth: `date of birth|dob|birth date|birthday|birthdate|birth day|customer dob|insured dob|client dob|
    customer date of birth|insured date of birth|client date of birth|proposer dob|dob of insured|
    ജനനത്തീയതി|ജനന തീയതി|ജനനതീയതി|जन्म तिथि|जन्मतिथि|जन्म तारीख|जन्म दिनांक|जन्मदिन`,
  occupation:
    'occupation|profession|job|job title|employment|business profession|തൊഴിൽ|ജോലി|व्यवसाय|पेशा',
  address: `address|customer address|postal address|residential address|mailing address|full address|
    communication address|correspondence address|permanent address|address line 1|address 1|address1|
    address street|street|street address|house name|insured address|client address|address address 1|
    billing address street|വിലാസം|മേൽവിലാസം|पता|डाक पता|स्थायी पता`,
  addressMore: 'address line 2|address 2|address2|address address 2|locality|area|landmark',
  city: `city|town|city town|town city|place|district|address city|customer city|billing address city|
    നഗരം|സ്ഥലം|ജില്ല|शहर|नगर|जिला|ज़िला`,
  state: `state|state name|address state|province|region|customer state|state ut|billing address state|
    സംസ്ഥാനം|राज्य|प्रदेश`,
  pincode: `pincode|pin code|pin|pin number|postal code|post code|postcode|zip|zip code|zipcode|address postal code|
    address post code|address postcode|customer pincode|billing address postal code|
    പിൻകോഡ്|പിൻ കോഡ്|പിൻ|पिनकोड|पिन कोड|पिन`,
  kycStatus: `kyc|kyc status|kyc verified|kyc done|kyc completed|kyc verification|കെവൈസി|കെവൈസി നില|केवाईसी|केवाईसी स्थिति`,
  language: `language|preferred language|communication language|ഭാഷ|भाषा`,
  reminderEmailConsent:
    'reminder email consent|renewal reminders by email|email reminders|email reminder consent',
  reminderSmsConsent:
    'reminder sms consent|renewal reminders by sms|sms reminders|sms reminder consent',
  reminderWhatsappConsent:
    'reminder whatsapp consent|renewal reminders by whatsapp|whatsapp reminders|whatsapp reminder consent',
  quotationEmailConsent:
    'quotation email consent|quotations by email|email quotations|quotation consent',
  consentGivenOn: 'consent given on|consent date|date of consent|told on|consented on',

  kind: `type|policy kind|kind|kind of policy|insurance type|type of insurance|department|department name|class|
    class of business|lob|line of business|product type|segment|policy category|category|business type|
    policy class|product category|insurance category|sub department|വിഭാഗം|ഇൻഷുറൻസ് തരം|बीमा प्रकार|बीमा का प्रकार`,
  policyNumber: `policy number|policy no number|policynumber|current policy number|policy certificate number|
    policy cert number|certificate number|cover note number|policy id|policy|policy reference|
    new policy number|insurance policy number|policy cover note number|
    പോളിസി നമ്പർ|പോളിസി|पॉलिसी नंबर|पॉलिसी संख्या|पालिसी नंबर|पॉलिसी क्रमांक`,
  insuranceCompany: `insurance company|insurer|insurer name|insurance company name|name of insurer|
    name of insurance company|company|company name|ins company|insurance provider|provider|carrier|
    insurance co name|underwriter|insurance|name of the insurance company|insurer company|
    ഇൻഷുറൻസ് കമ്പനി|കമ്പനി|കമ്പനിയുടെ പേര്|बीमा कंपनी|बीमा कम्पनी|कंपनी|कंपनी का नाम`,
  policyType: `policy type|plan type|cover basis|floater individual|individual floater|family individual|
    type of policy|coverage type|individual family group|family floater individual|sum insured type|
    പോളിസി തരം|पॉलिसी प्रकार|पॉलिसी का प्रकार`,
  vehicleNumber: `vehicle number|vehicle registration number|registration number|vehicle registration|
    registration|vehicle no number|car number|reg no number|plate number|number plate|license plate|
    vehicle|registration mark|rc number|bike number|veh number|veh registration number|vehicle plate|
    വാഹന നമ്പർ|വാഹന രജിസ്ട്രേഷൻ നമ്പർ|വണ്ടി നമ്പർ|രജിസ്ട്രേഷൻ നമ്പർ|वाहन संख्या|वाहन नंबर|गाड़ी नंबर|गाड़ी संख्या|पंजीकरण संख्या|रजिस्ट्रेशन नंबर`,
  vehicleType: `vehicle type|type of vehicle|vehicle class|class of vehicle|vehicle category|vehicle kind|
    body type|product vehicle type|വാഹന തരം|വാഹനത്തിന്റെ തരം|वाहन प्रकार|वाहन का प्रकार`,
  vehicleMake: `make|vehicle make|manufacturer|vehicle manufacturer|brand|make name|vehicle company|maker|oem|
    നിർമ്മാതാവ്|निर्माता|वाहन निर्माता`,
  vehicleModel: `model|vehicle model|model name|model variant|vehicle model name|variant|make model|make and model|
    vehicle make model|vehicle make and model|vehicle name|car model|bike model|മോഡൽ|मॉडल`,
  vehicleYear: `year of manufacture|manufacturing year|year of manufacturing|vehicle year|year|yom|model year|
    year of make|manufacture year|mfg year|മോഡൽ വർഷം|നിർമ്മാണ വർഷം|निर्माण वर्ष`,
  engineNumber: `engine number|engine no number|engine|motor number|engine motor number|എൻജിൻ നമ്പർ|എഞ്ചിൻ നമ്പർ|इंजन नंबर|इंजन संख्या`,
  chassisNumber: `chassis number|chassis|chasis number|chassis no number|vin|vin number|chasis|ഷാസി നമ്പർ|ചേസിസ് നമ്പർ|चेसिस नंबर|चेसिस संख्या`,
  coverType: `cover type|cover|type of cover|coverage|policy cover|motor cover|motor policy type|od tp|
    plan|package liability|risk type|policy cover type|കവർ|കവർ തരം|कवर|कवर प्रकार`,
  sumAssured: `sum insured|sum assured|si|sum insured idv|idv sum insured|idv|insured declared value|
    declared value|total sum insured|total idv|vehicle idv|idv value|base sum insured|cover amount|
    coverage amount|sum insured amount|sum assured amount|sum|si idv|insured value|vehicle value|si amount|idv amount|
    ഇൻഷ്വർ തുക|ഇൻഷുറൻസ് തുക|സം അഷ്വേർഡ്|ഐഡിവി|बीमा राशि|बीमित राशि|बीमाधन|आईडीवी`,
  premiumAmount: `total premium|gross premium|final premium|total premium with gst|premium with gst|
    premium including gst|premium incl gst|total premium incl gst|premium inc gst|total premium paid|
    total payable|premium payable|premium paid|total premium payable|gross premium amount|
    total premium amount|premium amount|premium|policy premium|premium rs|net payable|installment premium|instalment premium|
    net premium|annual premium|premium total|total amount with gst|payable premium|
    പ്രീമിയം|പ്രീമിയം തുക|ആകെ പ്രീമിയം|प्रीमियम|प्रीमियम राशि|कुल प्रीमियम`,
  premiumFrequency: `premium frequency|frequency|payment frequency|premium mode|mode|payment mode frequency|
    pay mode|premium payment frequency|installment frequency|instalment frequency|premium paying mode|
    payment term|ഗഡു|പ്രീമിയം ഗഡു|अदायगी आवृत्ति|भुगतान आवृत्ति|आवृत्ति`,
  ownDamagePremium: `own damage premium|od premium|net od premium|total od premium|od net premium|
    net own damage premium|own damage premium amount|od premium amount`,
  thirdPartyPremium: `third party premium|tp premium|net tp premium|total tp premium|tp net premium|
    net third party premium|third party premium amount|tp premium amount|liability premium`,
  premiumGst: 'gst in the premium|gst in premium|premium gst',
  nomineeName: 'nominee|nominee name|name of nominee|nominee full name|നോമിനി|नॉमिनी',
  nomineeRelation: `nominee relation|nominee relationship|relation of nominee|relationship of nominee|
    relation with nominee|relationship with nominee|relation to nominee`,
  nomineeBirthDate: `nominee dob|nominee date of birth|nominee birth date|dob of nominee|
    date of birth of nominee`,
  appointeeName: 'appointee|appointee name|name of appointee',
  appointeeRelation: `appointee relation|appointee relationship|relation of appointee|
    relationship of appointee|relation with appointee|relationship with appointee`,
  ncbPercent: `ncb|ncb percent|no claim bonus|ncb percentage|current ncb|no claim bonus percent|ncb discount|
    new ncb|എൻസിബി|एनसीबी`,
  startDate: `start date|policy start date|risk start date|from date|date from|inception date|commencement date|
    policy from|policy from date|risk from|cover from|valid from|period from|policy period from|
    policy inception date|risk inception date|date of commencement|policy start|start|from|effective date|
    effective from|policy effective date|risk commencement date|insurance start date|period of insurance from|
    policy commencement date|cover start date|begin date|own damage start date|od start date|
    തുടങ്ങുന്ന തീയതി|ആരംഭ തീയതി|പോളിസി ആരംഭ തീയതി|आरंभ तिथि|प्रारंभ तिथि|प्रारम्भ तिथि|शुरू तिथि|प्रारंभ दिनांक`,
  endDate: `end date|policy end date|expiry date|policy expiry date|risk end date|risk expiry date|to date|date to|
    expiry|policy expiry|valid to|valid till|valid upto|valid up to|policy to|policy to date|risk to|cover to|
    period to|policy period to|date of expiry|renewal date|due date|renewal due date|next renewal date|
    expires on|policy renewal date|end|to|expiration date|expiry on|insurance expiry date|insurance expiry|
    period of insurance to|cover end date|renewal due|od expiry date|own damage expiry date|
    own damage end date|od end date|കാലാവധി|കാലാവധി തീരുന്ന തീയതി|അവസാന തീയതി|പുതുക്കേണ്ട തീയതി|समाप्ति तिथि|अंतिम तिथि|समाप्ति दिनांक|नवीनीकरण तिथि`,
  thirdPartyEndDate: `third party end date|tp end date|third party expiry date|tp expiry date|tp expiry|
    third party expiry|tp valid till|tp valid upto|tp policy expiry date|third party cover ends|
    liability expiry date|tp to|tp to date`,
  status: `status|policy status|policy state|current status|quotation status|quote status|stage|
    നില|സ്ഥിതി|स्थिति|पॉलिसी स्थिति`,

  quotationNumber: `quotation number|quote number|quotation|quote|quote id|quotation id|rfq number|rfq`,
  insuranceType: 'quotation insurance type',
  serviceCharges: `service charges|service charge|charges|service fee|processing fee|service fees|handling charges|
    സർവീസ് ചാർജ്|सेवा शुल्क`,
  validityDays: `validity days|validity|quote validity|quotation validity|valid for days|validity in days|
    valid days|quote validity days`,
  lossDate: `date of loss|loss date|date of accident|accident date|date of admission|admission date|
    incident date|date of incident|event date|date of event|doa|dol|date of occurrence|
    നഷ്ട തീയതി|അപകട തീയതി|നഷ്ടം സംഭവിച്ച തീയതി|हानि तिथि|दुर्घटना तिथि|दुर्घटना की तारीख|क्षति तिथि`,
  intimatedOn: `intimation date|date of intimation|intimated on|claim date|claim intimation date|reported on|
    date reported|reported date|claim registration date|claim registered on|date of claim|
    അറിയിച്ച തീയതി|ക്ലെയിം തീയതി|सूचना तिथि|दावा तिथि`,
  claimKind: `claim type|type of claim|kind of claim|claim kind|nature of claim|nature of loss|claim nature|
    loss type|type of loss|claim category|ക്ലെയിം തരം|ക്ലെയിമിന്റെ തരം|दावा प्रकार|दावे का प्रकार`,
  amountClaimed: `claim amount|claimed amount|amount claimed|estimated loss|estimate amount|loss estimate|
    estimated amount|claim value|bill amount|ക്ലെയിം തുക|दावा राशि|दावे की राशि`,
  amountApproved: `approved amount|amount approved|sanctioned amount|authorised amount|authorized amount|
    claim approved amount|assessed amount|അംഗീകരിച്ച തുക|स्वीकृत राशि`,
  amountSettled: `settled amount|amount settled|settlement amount|claim settled amount|claim paid|
    claim paid amount|paid claim amount|തീർപ്പാക്കിയ തുക|നൽകിയ തുക|निपटान राशि|भुगतान राशि`,
  claimStage:
    'claim status|claim stage|stage of claim|status of claim|ക്ലെയിം നില|दावा स्थिति|दावे की स्थिति',
  stageOn: `settlement date|date of settlement|settled on|stage date|status date|approval date|
    date of approval|claim settlement date|തീർപ്പാക്കിയ തീയതി|निपटान तिथि`,
  insurerClaimNumber: `claim number|insurer claim number|claim reference|claim reference number|claim ref number|
    claim ref|claim id|insurer claim reference|ccn|ക്ലെയിം നമ്പർ|दावा संख्या|दावा क्रमांक|दावा नंबर`,
  claimProvider: `hospital|hospital name|name of hospital|garage|garage name|name of garage|workshop|
    workshop name|hospital garage|hospital workshop|network hospital|treating hospital|repairer|
    ആശുപത്രി|ആശുപത്രിയുടെ പേര്|വർക്ക്ഷോപ്പ്|अस्पताल|अस्पताल का नाम|गैराज`,
  patient: `patient|patient name|name of patient|treated person|member treated|രോഗി|
    രോഗിയുടെ പേര്|मरीज|मरीज़|रोगी|मरीज का नाम|रोगी का नाम`,
  surveyor:
    'surveyor|surveyor name|name of surveyor|investigator|loss assessor|സർവേയർ|सर्वेयर|सर्वेक्षक',
  reason: `deduction reason|reason of deduction|reason for deduction|repudiation reason|reason of repudiation|
    reason for repudiation|rejection reason|reason|കാരണം|कारण`,

  leadName: `lead name|name of lead|prospect|prospect name|name of prospect|enquirer|enquirer name|enquiry name|
    lead|ലീഡ്|ലീഡിന്റെ പേര്|लीड|लीड का नाम`,
  interest: `interest|interested in|interested product|product interest|product interested|enquiry for|
    enquiry type|type of enquiry|enquiry|inquiry|looking for|insurance required|insurance needed|requirement|
    താൽപര്യം|താല്പര്യം|അന്വേഷണം|रुचि|पूछताछ|आवश्यकता`,
  source:
    'source|lead source|source of lead|enquiry source|source of enquiry|lead from|campaign|ഉറവിടം|स्रोत',
  nextStep: 'next step|next action|next activity|അടുത്ത നടപടി|अगला कदम',
  nextStepOn: `next follow up|next follow up date|follow up date|followup date|follow up on|next followup|
    next followup date|next call|next call date|callback date|call back date|call back on|next contact date|
    അടുത്ത വിളി|अगली तारीख|फॉलो अप तिथि`,

  notes: `notes|note|remarks|remark|comments|comment|description|കുറിപ്പ്|टिप्पणी`,
} as const;

/** Short forms that stand for a word, once punctuation is gone. */
const WORDS: Readonly<Record<string, string>> = {
  no: 'number',
  nos: 'number',
  num: 'number',
  nr: 'number',
  nbr: 'number',
  dt: 'date',
  amt: 'amount',
  regn: 'registration',
  reg: 'registration',
  regd: 'registration',
  regno: 'registration number',
  regnno: 'registration number',
  veh: 'vehicle',
  vehicleno: 'vehicle number',
  vehno: 'vehicle number',
  cust: 'customer',
  mob: 'mobile',
  mobileno: 'mobile number',
  mobno: 'mobile number',
  phoneno: 'phone number',
  contactno: 'contact number',
  ph: 'phone',
  prem: 'premium',
  ins: 'insurance',
  co: 'company',
  exp: 'expiry',
  addr: 'address',
  pol: 'policy',
  policyno: 'policy number',
  polno: 'policy number',
  panno: 'pan number',
  aadhaarno: 'aadhaar number',
  aadharno: 'aadhar number',
  engineno: 'engine number',
  chassisno: 'chassis number',
  emailid: 'email id',
  mailid: 'mail id',
  yr: 'year',
  mfg: 'manufacturing',
  mfr: 'manufacture',
  freq: 'frequency',
  pct: 'percent',
  perc: 'percent',
  suminsured: 'sum insured',
  sumassured: 'sum assured',
  startdate: 'start date',
  enddate: 'end date',
  expirydate: 'expiry date',
  duedate: 'due date',
  birthdate: 'birth date',
  dateofbirth: 'date of birth',
  fullname: 'full name',
  firstname: 'first name',
  lastname: 'last name',
  customername: 'customer name',
  clientname: 'client name',
  insuredname: 'insured name',
  s: '',
  the: '',
};

/** How EspoCRM begins the names of fields that an office has added: `cDateOfBirth`. */
const OWN_FIELD = /^c(?=\p{Lu}\p{Ll})/u;

/**
 * A name as names are compared: lower case, words of letters and digits; what stands in brackets is
 * a unit, a format or a remark.
 */
export function nameKey(raw: string): string {
  const words = asciiDigits(cleanText(raw).normalize('NFKC'))
    .replace(OWN_FIELD, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/%/g, ' percent ')
    .replace(/#/g, ' number ')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    // D.O.B. is a word, as is Y.O.M.
    .replace(/(?<=\b[a-z]) (?=[a-z]\b)/g, '')
    .trim()
    .split(' ');
  return words
    .flatMap((word) => (Object.hasOwn(WORDS, word) ? (WORDS[word] ?? '') : word))
    .filter((word) => word !== '')
    .join(' ')
    .replace(/\b(\w+) \1\b/g, '$1');
}

/** Of whom or what else a column may tell. Such a column is not guessed, whatever is in it. */
const OTHERS = new RegExp(
  `\\b(?:${[
    'nominee|appointee|father|mother|spouse|husband|wife|guardian|agent|pos|posp|broker|branch|employee|executive',
    'manager|sales|staff|team|previous|prev|old policy|earlier|last year|alternate|alternative|alt|secondary',
    'additional|emergency|office|landline|reference by|referred|referral|introducer|hospital|tpa|financier|bank',
    'hypothecation|hypothecated|dealer|garage|surveyor|claim amount|commission|brokerage|payout|pay in|tds|gst|tax',
    'cgst|sgst|igst|cheque|receipt|invoice|payment|paid on|paid date|transaction|created|modified|updated|entry',
    'issue|issued|issuance|booking|login|proposal|lead|endorsement|follow up|followup|od premium|tp premium',
    'own damage premium|third party premium|addon|add on|rider|discount|loading|balance|pending amount|outstanding',
    'calling code|account name|country|gender|sex|age|relationship|relation|blood|anniversary|marriage',
  ].join('|')})\\b`,
  'u',
);

const BY_KEY = new Map<string, { field: NamedField; rank: number }>();
for (const [field, names] of Object.entries(NAMES)) {
  for (const [rank, name] of names.split('|').entries()) {
    const key = nameKey(name);
    if (key !== '' && !BY_KEY.has(key)) BY_KEY.set(key, { field: field as NamedField, rank });
  }
}

/** The field that a column is called by, and how usual that name is for it: 0 is most. */
export function fieldNamed(raw: string): { field: NamedField; rank: number } | null {
  return BY_KEY.get(nameKey(raw)) ?? null;
}

/** Whether a column tells of somebody or something else, such as a nominee or an earlier policy. */
export const isOfOthers = (raw: string): boolean => {
  const key = nameKey(raw);
  return !BY_KEY.has(key) && OTHERS.test(key);
};

export const isKnownName = (cell: string): boolean =>
  cell.length <= 60 && (fieldNamed(cell) !== null || isOfOthers(cell));

/** Whether a cell holds a value rather than the name of a column. */
export const looksLikeValue = (cell: string): boolean => {
  const text = asciiDigits(cell.trim());
  return /\d{4}|^\d[\d.,/-]*$|\d[/.-]\d|\S@\S+\.\S/.test(text) && !/^(?:19|20)\d\d$/.test(text);
};
