import type { ClaimRequirement } from '@insuremanager/contracts/claims/claimRequirements';
import type { Language } from '@insuremanager/contracts/customers/customerFields';

/** The words of a message that asks for documents, in one language. Dates are DD/MM/YYYY. */
export interface ClaimWording {
  subject(claimNumber: string): string;
  greeting(name: string): string;
  intro(claimNumber: string, policyNumber: string, lossDate: string): string;
  howToSend(phone: string): string;
  /** Where the brokerage has not said its telephone number. */
  send: string;
  /** To whoever sent them a moment ago. */
  ignore: string;
  regards: string;
  requirements: Readonly<Record<ClaimRequirement, string>>;
}

const en: ClaimWording = {
  subject: (claimNumber) => `Documents needed for your claim ${claimNumber}`,
  greeting: (name) => `Dear ${name},`,
  intro: (claimNumber, policyNumber, lossDate) =>
    `For your claim ${claimNumber} under policy ${policyNumber} (loss on ${lossDate}) the insurer still needs:`,
  howToSend: (phone) => `Please send copies by reply, or call us: ${phone}`,
  send: 'Please send copies by reply, or bring them to our office.',
  ignore: 'If you have sent them already, please ignore this message.',
  regards: 'Regards,',
  requirements: {
    claim_form: 'Claim form, filled in and signed',
    preauthorisation_form: 'Pre-authorisation form of the hospital',
    health_card: 'Health card or policy copy',
    admission_note: 'Doctor’s advice for admission',
    discharge_summary: 'Discharge summary',
    hospital_bill: 'Hospital bill with its break-up',
    payment_receipt: 'Payment receipts',
    prescriptions: 'Prescriptions and pharmacy bills',
    test_reports: 'Test reports',
    registration_certificate: 'Registration certificate (RC) of the vehicle',
    driving_licence: 'Driving licence of who was driving',
    repair_estimate: 'Repair estimate of the garage',
    repair_bill: 'Final repair bill',
    police_report: 'Police report (FIR)',
    court_notice: 'Notice or summons of the tribunal (MACT)',
    vehicle_keys: 'All keys of the vehicle',
    untraced_report: 'Final police report that it was not traced',
    death_certificate: 'Death certificate',
    postmortem_report: 'Post-mortem report',
    identity_proof: 'Proof of identity',
    nominee_proof: 'Proof of identity of the nominee',
    bank_details: 'Bank details (cancelled cheque)',
  },
};

const ml: ClaimWording = {
  subject: (claimNumber) => `നിങ്ങളുടെ ക്ലെയിം ${claimNumber}: രേഖകൾ ആവശ്യമുണ്ട്`,
  greeting: (name) => `പ്രിയപ്പെട്ട ${name},`,
  intro: (claimNumber, policyNumber, lossDate) =>
    `${policyNumber} പോളിസിയിലെ നിങ്ങളുടെ ക്ലെയിം ${claimNumber} (സംഭവ തീയതി ${lossDate}) തീർപ്പാക്കാൻ ഇൻഷുറൻസ് കമ്പനിക്ക് ഇനിയും വേണ്ട രേഖകൾ:`,
  howToSend: (phone) => `പകർപ്പുകൾ മറുപടിയായി അയയ്ക്കുക, അല്ലെങ്കിൽ ഞങ്ങളെ വിളിക്കുക: ${phone}`,
  send: 'പകർപ്പുകൾ മറുപടിയായി അയയ്ക്കുക, അല്ലെങ്കിൽ ഞങ്ങളുടെ ഓഫീസിൽ എത്തിക്കുക.',
  ignore: 'ഇതിനകം അയച്ചിട്ടുണ്ടെങ്കിൽ ഈ സന്ദേശം അവഗണിക്കുക.',
  regards: 'ആദരപൂർവ്വം,',
  requirements: {
    claim_form: 'പൂരിപ്പിച്ച് ഒപ്പിട്ട ക്ലെയിം ഫോം',
    preauthorisation_form: 'ആശുപത്രിയുടെ പ്രീ-ഓതറൈസേഷൻ ഫോം',
    health_card: 'ഹെൽത്ത് കാർഡ് അല്ലെങ്കിൽ പോളിസിയുടെ പകർപ്പ്',
    admission_note: 'കിടത്തിച്ചികിത്സയ്ക്കുള്ള ഡോക്ടറുടെ കുറിപ്പ്',
    discharge_summary: 'ഡിസ്ചാർജ് സമ്മറി',
    hospital_bill: 'ഇനം തിരിച്ച ആശുപത്രി ബിൽ',
    payment_receipt: 'പണമടച്ച രസീതുകൾ',
    prescriptions: 'കുറിപ്പടികളും മരുന്നുബില്ലുകളും',
    test_reports: 'പരിശോധനാ റിപ്പോർട്ടുകൾ',
    registration_certificate: 'വാഹനത്തിന്റെ രജിസ്ട്രേഷൻ സർട്ടിഫിക്കറ്റ് (RC)',
    driving_licence: 'വാഹനം ഓടിച്ചയാളുടെ ഡ്രൈവിങ് ലൈസൻസ്',
    repair_estimate: 'വർക്ക്ഷോപ്പിന്റെ എസ്റ്റിമേറ്റ്',
    repair_bill: 'അറ്റകുറ്റപ്പണിയുടെ അന്തിമ ബിൽ',
    police_report: 'പോലീസ് റിപ്പോർട്ട് (FIR)',
    court_notice: 'ട്രൈബ്യൂണലിന്റെ (MACT) നോട്ടീസ് അല്ലെങ്കിൽ സമൻസ്',
    vehicle_keys: 'വാഹനത്തിന്റെ എല്ലാ താക്കോലുകളും',
    untraced_report: 'വാഹനം കണ്ടെത്താനായില്ലെന്ന പോലീസിന്റെ അന്തിമ റിപ്പോർട്ട്',
    death_certificate: 'മരണ സർട്ടിഫിക്കറ്റ്',
    postmortem_report: 'പോസ്റ്റ്‌മോർട്ടം റിപ്പോർട്ട്',
    identity_proof: 'തിരിച്ചറിയൽ രേഖ',
    nominee_proof: 'നോമിനിയുടെ തിരിച്ചറിയൽ രേഖ',
    bank_details: 'ബാങ്ക് വിവരങ്ങൾ (റദ്ദാക്കിയ ചെക്ക്)',
  },
};

const hi: ClaimWording = {
  subject: (claimNumber) => `आपके दावे ${claimNumber} के लिए दस्तावेज़ चाहिए`,
  greeting: (name) => `प्रिय ${name},`,
  intro: (claimNumber, policyNumber, lossDate) =>
    `पॉलिसी ${policyNumber} के अंतर्गत आपके दावे ${claimNumber} (घटना की तिथि ${lossDate}) के लिए बीमा कंपनी को ये दस्तावेज़ अभी चाहिए:`,
  howToSend: (phone) => `कृपया प्रतियाँ उत्तर में भेजें या हमें फ़ोन करें: ${phone}`,
  send: 'कृपया प्रतियाँ उत्तर में भेजें या हमारे कार्यालय में दें।',
  ignore: 'यदि आप इन्हें भेज चुके हैं, तो कृपया इस संदेश पर ध्यान न दें।',
  regards: 'सादर,',
  requirements: {
    claim_form: 'भरा और हस्ताक्षर किया हुआ दावा प्रपत्र',
    preauthorisation_form: 'अस्पताल का प्री-ऑथराइज़ेशन फ़ॉर्म',
    health_card: 'हेल्थ कार्ड या पॉलिसी की प्रति',
    admission_note: 'भर्ती के लिए डॉक्टर की सलाह',
    discharge_summary: 'डिस्चार्ज समरी',
    hospital_bill: 'मदवार अस्पताल बिल',
    payment_receipt: 'भुगतान की रसीदें',
    prescriptions: 'पर्चे और दवाओं के बिल',
    test_reports: 'जाँच रिपोर्टें',
    registration_certificate: 'वाहन का पंजीकरण प्रमाणपत्र (RC)',
    driving_licence: 'वाहन चलाने वाले का ड्राइविंग लाइसेंस',
    repair_estimate: 'गैराज का मरम्मत अनुमान',
    repair_bill: 'मरम्मत का अंतिम बिल',
    police_report: 'पुलिस रिपोर्ट (FIR)',
    court_notice: 'अधिकरण (MACT) का नोटिस या समन',
    vehicle_keys: 'वाहन की सभी चाबियाँ',
    untraced_report: 'वाहन न मिलने की पुलिस की अंतिम रिपोर्ट',
    death_certificate: 'मृत्यु प्रमाणपत्र',
    postmortem_report: 'पोस्टमॉर्टम रिपोर्ट',
    identity_proof: 'पहचान का प्रमाण',
    nominee_proof: 'नामिती की पहचान का प्रमाण',
    bank_details: 'बैंक विवरण (रद्द किया गया चेक)',
  },
};

export const CLAIM_WORDINGS: Readonly<Record<Language, ClaimWording>> = { en, ml, hi };
