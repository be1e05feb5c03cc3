import type { Wording } from './wording.js';

export const hi: Wording = {
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
  ignore: 'यदि आप पहले ही नवीनीकरण करा चुके हैं, तो कृपया इस संदेश पर ध्यान न दें।',
  regards: 'सादर,',
  shortText:
    'प्रिय {{name}}, आपकी पॉलिसी {{policy}} {{date}} को समाप्त हो रही है ({{days}} दिन शेष)। नवीनीकरण के लिए {{phone}} पर फ़ोन करें। {{brokerage}}',
};
