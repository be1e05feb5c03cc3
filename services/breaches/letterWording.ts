import type { Language } from '@insuremanager/contracts/customers/customerFields';
import type { DataKind } from '@insuremanager/contracts/privacy/breachKinds';
import type { LetterTexts } from '@insuremanager/contracts/privacy/breachViews';

/** The words of a letter about a breach in one language, around what the agency has written. */
export interface LetterWording {
  readonly subject: string;
  greeting(name: string): string;
  readonly intro: string;
  /** Over each part, in the order of rule 7(1). */
  readonly headings: Readonly<Record<keyof LetterTexts | 'data' | 'contact', string>>;
  readonly data: Readonly<Record<DataKind, string>>;
  readonly regards: string;
  /** What the agency may begin with; what happened only it can say. */
  readonly proposed: Omit<LetterTexts, 'happened'>;
}

const en: LetterWording = {
  subject: 'Important: about the security of your personal data',
  greeting: (name) => `Dear ${name},`,
  intro:
    'The law obliges us to tell you without delay when the security of your personal data was breached. It was, and this letter says what we know.',
  headings: {
    happened: 'What happened',
    data: 'Which data of yours it concerns',
    consequences: 'What may follow from it',
    measures: 'What we have done and are doing',
    advice: 'What you can do',
    contact: 'Whom you can ask',
  },
  data: {
    details: 'Your name, contact details and other particulars that you gave us',
    documents: 'Documents that you gave us',
    everything: 'Everything that we keep about you',
    identity_numbers: 'Your Aadhaar number or PAN',
    policies: 'Your insurance policies',
    quotations: 'Quotations that we made for you',
  },
  regards: 'Yours faithfully,',
  proposed: {
    consequences:
      'Somebody who has these data may call or write to you and pretend to be us, an insurer or a bank.',
    measures:
      'We are examining what happened, keep the records of the access, and inform the Data Protection Board of India.',
    advice:
      'Tell nobody a one-time password, a PIN or a card number, whoever asks for it. If a call or a message seems strange, do not answer it and ask us by the number below. Look at your bank statements, and report misuse at 1930 or cybercrime.gov.in.',
  },
};

const hi: LetterWording = {
  subject: 'महत्वपूर्ण: आपके व्यक्तिगत डेटा की सुरक्षा के बारे में',
  greeting: (name) => `प्रिय ${name},`,
  intro:
    'क़ानून के अनुसार, आपके व्यक्तिगत डेटा की सुरक्षा भंग होने पर हमें आपको बिना देरी के बताना होता है। ऐसा हुआ है; इस पत्र में वह लिखा है जो हम जानते हैं।',
  headings: {
    happened: 'क्या हुआ',
    data: 'आपका कौन-सा डेटा इससे जुड़ा है',
    consequences: 'इसके क्या परिणाम हो सकते हैं',
    measures: 'हमने क्या किया है और क्या कर रहे हैं',
    advice: 'आप क्या कर सकते हैं',
    contact: 'आप किससे पूछ सकते हैं',
  },
  data: {
    details: 'आपका नाम, संपर्क विवरण और आपके दिए हुए अन्य विवरण',
    documents: 'आपके दिए हुए दस्तावेज़',
    everything: 'हमारे पास रखा आपका सारा डेटा',
    identity_numbers: 'आपका आधार नंबर या पैन',
    policies: 'आपकी बीमा पॉलिसियाँ',
    quotations: 'आपके लिए बनाए गए कोटेशन',
  },
  regards: 'भवदीय,',
  proposed: {
    consequences:
      'जिसके पास यह डेटा है, वह हमारे, किसी बीमा कंपनी या बैंक के नाम से आपको फ़ोन कर सकता है या संदेश भेज सकता है।',
    measures:
      'हम जाँच कर रहे हैं कि क्या हुआ, इस पहुँच के रिकॉर्ड सुरक्षित रखते हैं और भारतीय डेटा संरक्षण बोर्ड को सूचित करते हैं।',
    advice:
      'वन-टाइम पासवर्ड (OTP), पिन या कार्ड नंबर किसी को न बताएँ, चाहे कोई भी पूछे। कोई फ़ोन या संदेश संदिग्ध लगे तो उत्तर न दें और नीचे दिए नंबर पर हमसे पूछें। अपने बैंक खाते का विवरण देखते रहें और दुरुपयोग की सूचना 1930 पर या cybercrime.gov.in पर दें।',
  },
};

const ml: LetterWording = {
  subject: 'പ്രധാനം: നിങ്ങളുടെ വ്യക്തിഗത വിവരങ്ങളുടെ സുരക്ഷയെക്കുറിച്ച്',
  greeting: (name) => `പ്രിയപ്പെട്ട ${name},`,
  intro:
    'നിങ്ങളുടെ വ്യക്തിഗത വിവരങ്ങളുടെ സുരക്ഷയ്ക്ക് വീഴ്ച സംഭവിച്ചാൽ കാലതാമസം കൂടാതെ നിങ്ങളെ അറിയിക്കാൻ നിയമം ഞങ്ങളെ ബാധ്യസ്ഥരാക്കുന്നു. അങ്ങനെ സംഭവിച്ചിരിക്കുന്നു; ഞങ്ങൾക്ക് അറിയാവുന്നത് ഈ കത്തിലുണ്ട്.',
  headings: {
    happened: 'എന്താണ് സംഭവിച്ചത്',
    data: 'നിങ്ങളുടെ ഏതൊക്കെ വിവരങ്ങളെ ഇത് ബാധിക്കുന്നു',
    consequences: 'ഇതിന്റെ ഫലമായി എന്ത് സംഭവിക്കാം',
    measures: 'ഞങ്ങൾ എന്ത് ചെയ്തു, എന്ത് ചെയ്യുന്നു',
    advice: 'നിങ്ങൾക്ക് എന്ത് ചെയ്യാം',
    contact: 'ആരോട് ചോദിക്കാം',
  },
  data: {
    details: 'നിങ്ങളുടെ പേര്, ബന്ധപ്പെടാനുള്ള വിവരങ്ങൾ, നിങ്ങൾ നൽകിയ മറ്റ് വിവരങ്ങൾ',
    documents: 'നിങ്ങൾ നൽകിയ രേഖകൾ',
    everything: 'നിങ്ങളെക്കുറിച്ച് ഞങ്ങൾ സൂക്ഷിക്കുന്ന എല്ലാ വിവരങ്ങളും',
    identity_numbers: 'നിങ്ങളുടെ ആധാർ നമ്പർ അല്ലെങ്കിൽ പാൻ',
    policies: 'നിങ്ങളുടെ ഇൻഷുറൻസ് പോളിസികൾ',
    quotations: 'നിങ്ങൾക്കായി തയ്യാറാക്കിയ ക്വട്ടേഷനുകൾ',
  },
  regards: 'ആദരപൂർവ്വം,',
  proposed: {
    consequences:
      'ഈ വിവരങ്ങൾ കൈവശമുള്ള ഒരാൾ ഞങ്ങളുടെയോ ഇൻഷുറൻസ് കമ്പനിയുടെയോ ബാങ്കിന്റെയോ പേരിൽ നിങ്ങളെ വിളിക്കുകയോ സന്ദേശം അയയ്ക്കുകയോ ചെയ്യാം.',
    measures:
      'എന്താണ് സംഭവിച്ചതെന്ന് ഞങ്ങൾ പരിശോധിക്കുന്നു, ഇതിന്റെ രേഖകൾ സൂക്ഷിക്കുന്നു, ഡാറ്റ പ്രൊട്ടക്ഷൻ ബോർഡ് ഓഫ് ഇന്ത്യയെ അറിയിക്കുന്നു.',
    advice:
      'ഒറ്റത്തവണ പാസ്‌വേഡ് (OTP), പിൻ, കാർഡ് നമ്പർ എന്നിവ ആർ ചോദിച്ചാലും പറയരുത്. സംശയം തോന്നുന്ന വിളികൾക്കോ സന്ദേശങ്ങൾക്കോ മറുപടി നൽകാതെ താഴെയുള്ള നമ്പറിൽ ഞങ്ങളോട് ചോദിക്കുക. ബാങ്ക് അക്കൗണ്ട് വിവരങ്ങൾ ശ്രദ്ധിക്കുക; ദുരുപയോഗം 1930-ലോ cybercrime.gov.in-ലോ അറിയിക്കുക.',
  },
};

export const LETTER_WORDINGS: Readonly<Record<Language, LetterWording>> = { en, ml, hi };
