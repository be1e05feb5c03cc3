import type { Language } from '@insuremanager/contracts/customers/customerFields';

/** Emails that only say what happened, so that whoever did not do it can act. */
export type NoticeKind =
  | 'password_changed'
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'recovery_codes_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'email_changed'
  | 'second_factor_refused';

/** A subject, and a paragraph that says what happened. */
export interface Notice {
  readonly subject: string;
  readonly text: string;
}

/** The words of the emails about an account in one language. */
export interface AccountWording {
  greeting(username: string): string;
  invitation(agency: string, username: string): Notice;
  /** Under the link. In days. */
  invitationLasts(days: number): string;
  reset(username: string): Notice;
  /** Under the link. In minutes. */
  resetLasts(minutes: number): string;
  emailCode: Notice;
  /** Under the code. In minutes. */
  emailCodeLasts(minutes: number): string;
  notices: Readonly<Record<NoticeKind, Notice>>;
  /** `left` codes can still be used. */
  recoveryCodeUsed(left: number): Notice;
  newDevice(device: string, time: string): Notice;
  /** To whoever did not ask for a link or a code. */
  ignore: string;
  /** To whoever did not do what a notice says. */
  notYou: string;
  regards: string;
}

const en: AccountWording = {
  greeting: (username) => `Hello ${username},`,
  invitation: (agency, username) => ({
    subject: `You are invited to ${agency}`,
    text: `You are invited to work with ${agency}. Your username is ${username}. Open this link and choose a password:`,
  }),
  invitationLasts: (days) => `The link works once and is valid for ${days} days.`,
  reset: (username) => ({
    subject: 'Choose a new password',
    text: `Somebody asked for a new password for the user ${username}. If it was you, open this link and choose one:`,
  }),
  resetLasts: (minutes) => `The link works once and is valid for ${minutes} minutes.`,
  emailCode: { subject: 'Your verification code', text: 'Enter this code to sign in:' },
  emailCodeLasts: (minutes) =>
    `It works once and is valid for ${minutes} minutes. We will never ask you for it.`,
  notices: {
    password_changed: {
      subject: 'Your password was changed',
      text: 'The password of your account was changed, and everybody was signed out.',
    },
    two_factor_enabled: {
      subject: 'Two-factor authentication is on',
      text: 'From now on, signing in with your password also asks for a code.',
    },
    two_factor_disabled: {
      subject: 'Two-factor authentication is off',
      text: 'From now on, your password alone is enough to sign in.',
    },
    recovery_codes_made: {
      subject: 'You have new recovery codes',
      text: 'New recovery codes were made for your account. The old ones no longer work.',
    },
    passkey_added: {
      subject: 'A passkey was added',
      text: 'A passkey was added to your account. It can be used to sign in, also after a new password. If you did not add it, remove it in Settings, under Security.',
    },
    passkey_removed: {
      subject: 'A passkey was removed',
      text: 'A passkey was removed from your account. It cannot be used to sign in any more.',
    },
    email_changed: {
      subject: 'Your email address was changed',
      text: 'The email address of your account has changed. This is the last message to this one.',
    },
    second_factor_refused: {
      subject: 'Wrong codes at your sign-in',
      text: 'Somebody entered your password, and then several wrong codes. They were not let in.',
    },
  },
  recoveryCodeUsed: (left) => ({
    subject: 'A recovery code was used',
    text: `A recovery code of your account was used, to sign in or to confirm a change of your account. Codes left: ${left}.`,
  }),
  newDevice: (device, time) => ({
    subject: 'Sign-in on a new device',
    text: `Somebody signed in to your account on a device, or from a network, that we have not seen before: ${device}, ${time} (Indian time).`,
  }),
  ignore: 'If you did not ask for this, ignore this email: nothing happens.',
  notYou:
    'If it was not you, choose a new password at once (on the sign-in page, under "Forgot password?"). Then look in Settings, under Security: a new password does not remove a passkey or an authenticator that somebody else added. Remove those that are not yours, and tell your administrator.',
  regards: 'Regards,',
};

const ml: AccountWording = {
  greeting: (username) => `നമസ്കാരം ${username},`,
  invitation: (agency, username) => ({
    subject: `${agency} നിങ്ങളെ ക്ഷണിക്കുന്നു`,
    text: `${agency}-ൽ പ്രവർത്തിക്കാൻ നിങ്ങളെ ക്ഷണിച്ചിരിക്കുന്നു. നിങ്ങളുടെ യൂസർനെയിം ${username} ആണ്. ഈ ലിങ്ക് തുറന്ന് ഒരു പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക:`,
  }),
  invitationLasts: (days) => `ഈ ലിങ്ക് ${days} ദിവസത്തേക്ക്, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും.`,
  reset: (username) => ({
    subject: 'പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക',
    text: `${username} എന്ന യൂസറിനായി ആരോ പുതിയ പാസ്‌വേഡ് ആവശ്യപ്പെട്ടു. അത് നിങ്ങളാണെങ്കിൽ ഈ ലിങ്ക് തുറന്ന് പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക:`,
  }),
  resetLasts: (minutes) => `ഈ ലിങ്ക് ${minutes} മിനിറ്റ് നേരത്തേക്ക്, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും.`,
  emailCode: {
    subject: 'നിങ്ങളുടെ സ്ഥിരീകരണ കോഡ്',
    text: 'സൈൻ ഇൻ ചെയ്യാൻ ഈ കോഡ് നൽകുക:',
  },
  emailCodeLasts: (minutes) =>
    `ഇത് ${minutes} മിനിറ്റ് നേരത്തേക്ക്, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. ഞങ്ങളിൽ ആരും ഒരിക്കലും ഈ കോഡ് ചോദിക്കില്ല.`,
  notices: {
    password_changed: {
      subject: 'നിങ്ങളുടെ പാസ്‌വേഡ് മാറ്റി',
      text: 'നിങ്ങളുടെ അക്കൗണ്ടിന്റെ പാസ്‌വേഡ് മാറ്റി; എല്ലായിടത്തുനിന്നും സൈൻ ഔട്ട് ചെയ്തു.',
    },
    two_factor_enabled: {
      subject: 'ഇരട്ട സ്ഥിരീകരണം ഓണാണ്',
      text: 'ഇനി മുതൽ പാസ്‌വേഡ് ഉപയോഗിച്ച് സൈൻ ഇൻ ചെയ്യുമ്പോൾ ഒരു കോഡും ആവശ്യപ്പെടും.',
    },
    two_factor_disabled: {
      subject: 'ഇരട്ട സ്ഥിരീകരണം ഓഫാണ്',
      text: 'ഇനി മുതൽ സൈൻ ഇൻ ചെയ്യാൻ നിങ്ങളുടെ പാസ്‌വേഡ് മാത്രം മതി.',
    },
    recovery_codes_made: {
      subject: 'പുതിയ റിക്കവറി കോഡുകൾ തയ്യാറായി',
      text: 'നിങ്ങളുടെ അക്കൗണ്ടിനായി പുതിയ റിക്കവറി കോഡുകൾ ഉണ്ടാക്കി. പഴയവ ഇനി പ്രവർത്തിക്കില്ല.',
    },
    passkey_added: {
      subject: 'ഒരു പാസ്‌കീ ചേർത്തു',
      text: 'നിങ്ങളുടെ അക്കൗണ്ടിൽ ഒരു പാസ്‌കീ ചേർത്തു. അതുപയോഗിച്ച് സൈൻ ഇൻ ചെയ്യാം, പാസ്‌വേഡ് മാറ്റിയ ശേഷവും. ചേർത്തത് നിങ്ങളല്ലെങ്കിൽ Settings-ൽ Security തുറന്ന് അത് നീക്കുക.',
    },
    passkey_removed: {
      subject: 'ഒരു പാസ്‌കീ നീക്കി',
      text: 'നിങ്ങളുടെ അക്കൗണ്ടിൽ നിന്ന് ഒരു പാസ്‌കീ നീക്കി. അതുപയോഗിച്ച് ഇനി സൈൻ ഇൻ ചെയ്യാനാവില്ല.',
    },
    email_changed: {
      subject: 'നിങ്ങളുടെ ഇമെയിൽ വിലാസം മാറ്റി',
      text: 'നിങ്ങളുടെ അക്കൗണ്ടിന് ഇപ്പോൾ മറ്റൊരു ഇമെയിൽ വിലാസമാണ്. ഈ വിലാസത്തിലേക്കുള്ള ഞങ്ങളുടെ അവസാന ഇമെയിലാണിത്.',
    },
    second_factor_refused: {
      subject: 'നിങ്ങളുടെ സൈൻ-ഇന്നിൽ തെറ്റായ കോഡുകൾ',
      text: 'ആരോ നിങ്ങളുടെ പാസ്‌വേഡും തുടർന്ന് പല തെറ്റായ കോഡുകളും നൽകി. അവർക്ക് പ്രവേശനം ലഭിച്ചില്ല.',
    },
  },
  recoveryCodeUsed: (left) => ({
    subject: 'ഒരു റിക്കവറി കോഡ് ഉപയോഗിച്ചു',
    text: `സൈൻ ഇൻ ചെയ്യാനോ അക്കൗണ്ടിലെ ഒരു മാറ്റം സ്ഥിരീകരിക്കാനോ നിങ്ങളുടെ അക്കൗണ്ടിന്റെ ഒരു റിക്കവറി കോഡ് ഉപയോഗിച്ചു. ശേഷിക്കുന്ന കോഡുകൾ: ${left}.`,
  }),
  newDevice: (device, time) => ({
    subject: 'പുതിയ ഉപകരണത്തിൽ സൈൻ-ഇൻ',
    text: `മുമ്പ് കണ്ടിട്ടില്ലാത്ത ഒരു ഉപകരണത്തിൽ നിന്നോ നെറ്റ്‌വർക്കിൽ നിന്നോ ആരോ നിങ്ങളുടെ അക്കൗണ്ടിൽ സൈൻ ഇൻ ചെയ്തു: ${device}, ${time} (ഇന്ത്യൻ സമയം).`,
  }),
  ignore: 'നിങ്ങൾ ഇത് ആവശ്യപ്പെട്ടിട്ടില്ലെങ്കിൽ ഈ ഇമെയിൽ അവഗണിക്കുക: ഒന്നും സംഭവിക്കില്ല.',
  notYou:
    'അത് നിങ്ങളല്ലെങ്കിൽ ഉടൻ പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക (സൈൻ-ഇൻ പേജിൽ "Forgot password?" വഴി). തുടർന്ന് Settings-ൽ Security നോക്കുക: മറ്റാരെങ്കിലും ചേർത്ത പാസ്‌കീയോ ഓതന്റിക്കേറ്ററോ പുതിയ പാസ്‌വേഡ് കൊണ്ട് നീങ്ങില്ല. നിങ്ങളുടേതല്ലാത്തവ നീക്കുക, അഡ്മിനിസ്ട്രേറ്ററെ അറിയിക്കുക.',
  regards: 'ആദരപൂർവ്വം,',
};

const hi: AccountWording = {
  greeting: (username) => `नमस्ते ${username},`,
  invitation: (agency, username) => ({
    subject: `${agency} में आपको आमंत्रित किया गया है`,
    text: `आपको ${agency} के साथ काम करने के लिए आमंत्रित किया गया है। आपका यूज़रनेम ${username} है। यह लिंक खोलें और पासवर्ड चुनें:`,
  }),
  invitationLasts: (days) => `यह लिंक ${days} दिनों तक और केवल एक बार काम करता है।`,
  reset: (username) => ({
    subject: 'नया पासवर्ड चुनें',
    text: `किसी ने यूज़र ${username} के लिए नया पासवर्ड माँगा है। यदि वह आप थे, तो यह लिंक खोलें और पासवर्ड चुनें:`,
  }),
  resetLasts: (minutes) => `यह लिंक ${minutes} मिनट तक और केवल एक बार काम करता है।`,
  emailCode: { subject: 'आपका सत्यापन कोड', text: 'साइन इन करने के लिए यह कोड दर्ज करें:' },
  emailCodeLasts: (minutes) =>
    `यह ${minutes} मिनट तक और केवल एक बार काम करता है। हममें से कोई भी आपसे यह कोड कभी नहीं माँगेगा।`,
  notices: {
    password_changed: {
      subject: 'आपका पासवर्ड बदल दिया गया है',
      text: 'आपके खाते का पासवर्ड बदल दिया गया है और सभी जगह से साइन आउट कर दिया गया है।',
    },
    two_factor_enabled: {
      subject: 'दो-चरणीय सत्यापन चालू है',
      text: 'अब से पासवर्ड से साइन इन करते समय एक कोड भी माँगा जाएगा।',
    },
    two_factor_disabled: {
      subject: 'दो-चरणीय सत्यापन बंद है',
      text: 'अब से साइन इन करने के लिए केवल आपका पासवर्ड पर्याप्त है।',
    },
    recovery_codes_made: {
      subject: 'आपके नए रिकवरी कोड बन गए हैं',
      text: 'आपके खाते के लिए नए रिकवरी कोड बनाए गए हैं। पुराने कोड अब काम नहीं करते।',
    },
    passkey_added: {
      subject: 'एक पासकी जोड़ी गई है',
      text: 'आपके खाते में एक पासकी जोड़ी गई है। उससे साइन इन किया जा सकता है, पासवर्ड बदलने के बाद भी। यदि आपने इसे नहीं जोड़ा, तो Settings में Security से इसे हटाएँ।',
    },
    passkey_removed: {
      subject: 'एक पासकी हटाई गई है',
      text: 'आपके खाते से एक पासकी हटाई गई है। उससे अब साइन इन नहीं किया जा सकता।',
    },
    email_changed: {
      subject: 'आपका ईमेल पता बदल दिया गया है',
      text: 'आपके खाते का ईमेल पता अब दूसरा है। इस पते पर यह हमारा अंतिम ईमेल है।',
    },
    second_factor_refused: {
      subject: 'आपके साइन-इन में गलत कोड',
      text: 'किसी ने आपका पासवर्ड और फिर कई गलत कोड दर्ज किए। उन्हें प्रवेश नहीं मिला।',
    },
  },
  recoveryCodeUsed: (left) => ({
    subject: 'एक रिकवरी कोड का उपयोग हुआ है',
    text: `आपके खाते के एक रिकवरी कोड का उपयोग साइन इन करने या खाते में किसी बदलाव की पुष्टि के लिए हुआ है। शेष कोड: ${left}।`,
  }),
  newDevice: (device, time) => ({
    subject: 'नए डिवाइस पर साइन-इन',
    text: `किसी ने आपके खाते में ऐसे डिवाइस या नेटवर्क से साइन इन किया है जो हमने पहले नहीं देखा: ${device}, ${time} (भारतीय समय)।`,
  }),
  ignore: 'यदि आपने यह नहीं माँगा था, तो इस ईमेल पर ध्यान न दें: कुछ नहीं होगा।',
  notYou:
    'यदि वह आप नहीं थे, तो तुरंत नया पासवर्ड चुनें (साइन-इन पेज पर "Forgot password?" से)। फिर Settings में Security देखें: नया पासवर्ड किसी और की जोड़ी हुई पासकी या ऑथेंटिकेटर को नहीं हटाता। जो आपके नहीं हैं उन्हें हटाएँ, और अपने प्रशासक को बताएँ।',
  regards: 'सादर,',
};

export const ACCOUNT_WORDINGS: Readonly<Record<Language, AccountWording>> = { en, ml, hi };
