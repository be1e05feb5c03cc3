import type { Language } from '@insuremanager/contracts/customers/customerFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

/** The words of a reminder in one language. Dates are DD/MM/YYYY. */
export interface Wording {
  subjectOfOne(policyNumber: string, date: string): string;
  subjectOfMany(count: number): string;
  greeting(name: string): string;
  introOfOne: string;
  introOfMany: string;
  kinds: Readonly<Record<PolicyKind, string>>;
  /** What ends where only that cover of a motor policy does. */
  thirdParty: string;
  labels: Readonly<
    Record<'insurer' | 'policyNumber' | 'vehicle' | 'endDate' | 'daysLeft' | 'premium', string>
  >;
  daysLeft(days: number): string;
  renewByPhone(phone: string): string;
  /** Where the brokerage has not said its telephone number. */
  renew: string;
  /** Of a premium that is paid in instalments. */
  premium: {
    subjectOfOne(policyNumber: string, date: string): string;
    subjectOfMany(count: number): string;
    introOfOne: string;
    introOfMany: string;
    labels: Readonly<Record<'instalment' | 'dueDate' | 'amount' | 'grace' | 'upi', string>>;
    /** On the link that opens an app. */
    pay: string;
    askByPhone(phone: string): string;
    ask: string;
    /** To whoever has paid a moment ago. */
    ignore: string;
  };
  /** To whoever has renewed elsewhere, or a moment ago. */
  ignore: string;
  regards: string;
  /**
   * The usual short message, in which only variables differ, as DLT has it. Where the brokerage
   * registered other words, it sets them.
   */
  shortText: string;
  /** The same of a premium that is due. */
  premiumText: string;
}

const en: Wording = {
  subjectOfOne: (policyNumber, date) => `Your policy ${policyNumber} ends on ${date}`,
  subjectOfMany: (count) => `${count} of your policies end soon`,
  greeting: (name) => `Dear ${name},`,
  introOfOne:
    'Your insurance is about to end. Please renew it in time, so that you stay covered without a gap.',
  introOfMany:
    'The following policies are about to end. Please renew them in time, so that you stay covered without a gap.',
  kinds: { health: 'Health insurance', vehicle: 'Vehicle insurance' },
  thirdParty: 'Third-party cover',
  labels: {
    insurer: 'Insurance company',
    policyNumber: 'Policy number',
    vehicle: 'Vehicle',
    endDate: 'Ends on',
    daysLeft: 'Days left',
    premium: 'Current premium',
  },
  daysLeft: (days) => (days === 0 ? 'It ends today' : String(days)),
  renewByPhone: (phone) => `To renew, call us: ${phone}`,
  renew: 'To renew, please get in touch with us.',
  premium: {
    subjectOfOne: (policyNumber, date) =>
      `The premium of your policy ${policyNumber} is due on ${date}`,
    subjectOfMany: (count) => `The premiums of ${count} of your policies are due soon`,
    introOfOne:
      'A premium of your insurance is due soon. Please pay it in time, so that you stay covered.',
    introOfMany:
      'Premiums of the following policies are due soon. Please pay them in time, so that you stay covered.',
    labels: {
      instalment: 'Instalment',
      dueDate: 'Due on',
      amount: 'Premium due',
      grace: 'Grace until',
      upi: 'UPI address',
    },
    pay: 'Pay by UPI',
    askByPhone: (phone) => `If you have a question, call us: ${phone}`,
    ask: 'If you have a question, please get in touch with us.',
    ignore: 'If you have paid already, please ignore this message.',
  },
  ignore: 'If you have renewed already, please ignore this message.',
  regards: 'Regards,',
  shortText:
    'Dear {{name}}, your policy {{policy}} ends on {{date}} ({{days}} days left). To renew, call {{phone}}. {{brokerage}}',
  premiumText:
    'Dear {{name}}, the premium of {{amount}} for your policy {{policy}} is due on {{date}}. To pay: {{pay}} {{brokerage}}',
};

const hi: Wording = {
  subjectOfOne: (policyNumber, date) => `आपकी पॉलिसी ${policyNumber} ${date} को समाप्त हो रही है`,
  subjectOfMany: (count) => `आपकी ${count} पॉलिसियाँ जल्द समाप्त हो रही हैं`,
  greeting: (name) => `प्रिय ${name},`,
  introOfOne:
    'आपकी बीमा पॉलिसी की अवधि समाप्त होने वाली है। सुरक्षा बिना रुकावट जारी रहे, इसके लिए कृपया इसका समय पर नवीनीकरण कराएँ।',
  introOfMany:
    'नीचे दी गई आपकी बीमा पॉलिसियों की अवधि समाप्त होने वाली है। सुरक्षा बिना रुकावट जारी रहे, इसके लिए कृपया इनका समय पर नवीनीकरण कराएँ।',
  kinds: { health: 'स्वास्थ्य बीमा', vehicle: 'वाहन बीमा' },
  thirdParty: 'थर्ड पार्टी कवर',
  labels: {
    insurer: 'बीमा कंपनी',
    policyNumber: 'पॉलिसी संख्या',
    vehicle: 'वाहन',
    endDate: 'समाप्ति तिथि',
    daysLeft: 'शेष दिन',
    premium: 'वर्तमान प्रीमियम',
  },
  daysLeft: (days) => (days === 0 ? 'आज समाप्त हो रही है' : String(days)),
  renewByPhone: (phone) => `नवीनीकरण के लिए हमें फ़ोन करें: ${phone}`,
  renew: 'नवीनीकरण के लिए कृपया हमसे संपर्क करें।',
  premium: {
    subjectOfOne: (policyNumber, date) => `आपकी पॉलिसी ${policyNumber} का प्रीमियम ${date} को देय है`,
    subjectOfMany: (count) => `आपकी ${count} पॉलिसियों के प्रीमियम जल्द देय हैं`,
    introOfOne: 'आपके बीमा का प्रीमियम जल्द देय है। सुरक्षा जारी रहे, इसके लिए कृपया समय पर भुगतान करें।',
    introOfMany:
      'नीचे दी गई पॉलिसियों के प्रीमियम जल्द देय हैं। सुरक्षा जारी रहे, इसके लिए कृपया समय पर भुगतान करें।',
    labels: {
      instalment: 'किस्त',
      dueDate: 'देय तिथि',
      amount: 'देय प्रीमियम',
      grace: 'छूट की अवधि',
      upi: 'UPI पता',
    },
    pay: 'UPI से भुगतान करें',
    askByPhone: (phone) => `कोई प्रश्न हो तो हमें फ़ोन करें: ${phone}`,
    ask: 'कोई प्रश्न हो तो कृपया हमसे संपर्क करें।',
    ignore: 'यदि आप भुगतान कर चुके हैं, तो कृपया इस संदेश पर ध्यान न दें।',
  },
  ignore: 'यदि आप पहले ही नवीनीकरण करा चुके हैं, तो कृपया इस संदेश पर ध्यान न दें।',
  regards: 'सादर,',
  shortText:
    'प्रिय {{name}}, आपकी पॉलिसी {{policy}} {{date}} को समाप्त हो रही है ({{days}} दिन शेष)। नवीनीकरण के लिए {{phone}} पर फ़ोन करें। {{brokerage}}',
  premiumText:
    'प्रिय {{name}}, आपकी पॉलिसी {{policy}} का प्रीमियम {{amount}} {{date}} को देय है। भुगतान के लिए: {{pay}} {{brokerage}}',
};

const ml: Wording = {
  subjectOfOne: (policyNumber, date) => `നിങ്ങളുടെ പോളിസി ${policyNumber} ${date}-ന് അവസാനിക്കുന്നു`,
  subjectOfMany: (count) => `നിങ്ങളുടെ ${count} പോളിസികളുടെ കാലാവധി ഉടൻ അവസാനിക്കും`,
  greeting: (name) => `പ്രിയപ്പെട്ട ${name},`,
  introOfOne:
    'നിങ്ങളുടെ ഇൻഷുറൻസ് പോളിസിയുടെ കാലാവധി അവസാനിക്കാറായി. പരിരക്ഷ മുടങ്ങാതിരിക്കാൻ ദയവായി സമയത്തുതന്നെ പുതുക്കുക.',
  introOfMany:
    'താഴെ പറയുന്ന ഇൻഷുറൻസ് പോളിസികളുടെ കാലാവധി അവസാനിക്കാറായി. പരിരക്ഷ മുടങ്ങാതിരിക്കാൻ ദയവായി സമയത്തുതന്നെ പുതുക്കുക.',
  kinds: { health: 'ആരോഗ്യ ഇൻഷുറൻസ്', vehicle: 'വാഹന ഇൻഷുറൻസ്' },
  thirdParty: 'തേർഡ് പാർട്ടി പരിരക്ഷ',
  labels: {
    insurer: 'ഇൻഷുറൻസ് കമ്പനി',
    policyNumber: 'പോളിസി നമ്പർ',
    vehicle: 'വാഹനം',
    endDate: 'അവസാനിക്കുന്ന തീയതി',
    daysLeft: 'ശേഷിക്കുന്ന ദിവസങ്ങൾ',
    premium: 'ഇപ്പോഴത്തെ പ്രീമിയം',
  },
  daysLeft: (days) => (days === 0 ? 'ഇന്ന് അവസാനിക്കും' : String(days)),
  renewByPhone: (phone) => `പുതുക്കാൻ ഞങ്ങളെ വിളിക്കുക: ${phone}`,
  renew: 'പുതുക്കാൻ ദയവായി ഞങ്ങളുമായി ബന്ധപ്പെടുക.',
  premium: {
    subjectOfOne: (policyNumber, date) =>
      `നിങ്ങളുടെ പോളിസി ${policyNumber}-ന്റെ പ്രീമിയം ${date}-ന് അടയ്ക്കണം`,
    subjectOfMany: (count) => `നിങ്ങളുടെ ${count} പോളിസികളുടെ പ്രീമിയം ഉടൻ അടയ്ക്കണം`,
    introOfOne: 'നിങ്ങളുടെ ഇൻഷുറൻസിന്റെ പ്രീമിയം അടയ്ക്കാറായി. പരിരക്ഷ മുടങ്ങാതിരിക്കാൻ ദയവായി സമയത്തുതന്നെ അടയ്ക്കുക.',
    introOfMany:
      'താഴെ പറയുന്ന പോളിസികളുടെ പ്രീമിയം അടയ്ക്കാറായി. പരിരക്ഷ മുടങ്ങാതിരിക്കാൻ ദയവായി സമയത്തുതന്നെ അടയ്ക്കുക.',
    labels: {
      instalment: 'ഗഡു',
      dueDate: 'അടയ്ക്കേണ്ട തീയതി',
      amount: 'അടയ്ക്കേണ്ട പ്രീമിയം',
      grace: 'ഇളവ് അവസാനിക്കുന്നത്',
      upi: 'UPI വിലാസം',
    },
    pay: 'UPI വഴി അടയ്ക്കുക',
    askByPhone: (phone) => `സംശയമുണ്ടെങ്കിൽ ഞങ്ങളെ വിളിക്കുക: ${phone}`,
    ask: 'സംശയമുണ്ടെങ്കിൽ ദയവായി ഞങ്ങളുമായി ബന്ധപ്പെടുക.',
    ignore: 'ഇതിനകം അടച്ചിട്ടുണ്ടെങ്കിൽ ഈ സന്ദേശം അവഗണിക്കുക.',
  },
  ignore: 'ഇതിനകം പുതുക്കിയിട്ടുണ്ടെങ്കിൽ ഈ സന്ദേശം അവഗണിക്കുക.',
  regards: 'ആദരപൂർവ്വം,',
  shortText:
    'പ്രിയപ്പെട്ട {{name}}, നിങ്ങളുടെ പോളിസി {{policy}} {{date}}-ന് അവസാനിക്കും ({{days}} ദിവസം ബാക്കി). പുതുക്കാൻ വിളിക്കുക: {{phone}}. {{brokerage}}',
  premiumText:
    'പ്രിയപ്പെട്ട {{name}}, നിങ്ങളുടെ പോളിസി {{policy}}-ന്റെ പ്രീമിയം {{amount}} {{date}}-ന് അടയ്ക്കണം. അടയ്ക്കാൻ: {{pay}} {{brokerage}}',
};

export const WORDINGS: Readonly<Record<Language, Wording>> = { en, ml, hi };
