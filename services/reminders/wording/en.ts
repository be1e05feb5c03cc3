import type { Wording } from './wording.js';

export const en: Wording = {
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
  ignore: 'If you have renewed already, please ignore this message.',
  regards: 'Regards,',
  shortText:
    'Dear {{name}}, your policy {{policy}} ends on {{date}} ({{days}} days left). To renew, call {{phone}}. {{brokerage}}',
};
