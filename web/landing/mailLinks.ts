import { slot } from './slots';

/**
 * A link that opens the visitor's mail program with a letter begun (RFC 6068: percent-encoded,
 * lines end with CR LF). Without an address of the brokerage the recipient is left empty.
 */
function mailLink(subject: string, lines: readonly string[]): string {
  const body = lines.map(encodeURIComponent).join('%0D%0A');
  return `mailto:${slot('emailInUrl')}?subject=${encodeURIComponent(subject)}&body=${body}`;
}

const ABOUT_ME = ['My name:', 'My phone number:', 'My town:'];

export const QUOTE_MAIL = mailLink('Insurance quote request', [
  'Hello,',
  '',
  'please send me a quote.',
  '',
  'Insurance for (life, health, motor, travel, property or business):',
  'What should be covered:',
  'Cover I have now, and until when:',
  '',
  ...ABOUT_ME,
]);

export const HEALTH_QUOTE_MAIL = mailLink('Health insurance quote request', [
  'Hello,',
  '',
  'please send me a quote for health insurance.',
  '',
  'Whom to cover (myself, my family, employees):',
  'Ages:',
  'Illnesses known today:',
  'Sum insured I have in mind:',
  'Cover I have now, and until when:',
  '',
  ...ABOUT_ME,
]);

export const VEHICLE_QUOTE_MAIL = mailLink('Vehicle insurance quote request', [
  'Hello,',
  '',
  'please send me a quote for vehicle insurance.',
  '',
  'Vehicle (car, two-wheeler, truck, bus, other):',
  'Make, model and year:',
  'Registration number:',
  'Current policy ends on:',
  'Claims in the last year (yes or no):',
  '',
  ...ABOUT_ME,
]);

export const CONSULTATION_MAIL = mailLink('Free consultation request', [
  'Hello,',
  '',
  'I would like a free consultation about insurance.',
  '',
  'What it is about:',
  'When you can reach me best:',
  '',
  ...ABOUT_ME,
]);

export const WRITE_MAIL = mailLink('A question about insurance', [
  'Hello,',
  '',
  '',
  '',
  ...ABOUT_ME,
]);
