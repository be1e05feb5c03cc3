import { describe, expect, it } from 'vitest';
import { parseSettings, WrongSettings } from './settings.js';

const complaint = (environment: Record<string, string>): string => {
  try {
    parseSettings(environment);
  } catch (error) {
    if (error instanceof WrongSettings) return error.message;
    throw error;
  }
  return '';
};

const sms = {
  SMS_URL: 'https://sms.example.in/v5/flow',
  SMS_HEADERS: '{"authkey":"hush hush"}',
  SMS_BODY: '{"to":"{{to}}","text":"{{text}}","id":"{{templateId}}"}',
  SMS_DLT_TEMPLATE_ID: '1107160000000012345',
  BROKERAGE_PHONE: '+91 484 2345678',
};

describe('a gateway for short messages', () => {
  it('is off until it is named', () => {
    expect(parseSettings({})).toMatchObject({ sms: undefined, whatsapp: undefined });
  });

  it('has a usual text, and one in each language in which one is registered', () => {
    const { texts, options } =
      parseSettings({
        ...sms,
        SMS_DLT_TEMPLATE_ID_ML: '1107160000000012346',
        SMS_TEXT_ML: '{{policy}} {{date}}',
      }).sms ?? {};
    expect(options).toMatchObject({ contentType: 'application/json', success: null });
    expect(texts?.en.text).toContain('Dear {{name}}');
    expect(texts).toMatchObject({ ml: { text: '{{policy}} {{date}}' } });
    expect(texts?.hi).toBeUndefined();
  });

  it('speaks of premiums where a text of its own is registered for them', () => {
    expect(parseSettings(sms).sms?.premiumTexts).toBeNull();
    const named = { ...sms, SMS_PREMIUM_DLT_TEMPLATE_ID: '1109' };
    const { texts, premiumTexts } = parseSettings(named).sms ?? {};
    expect(texts?.en.templateId).toBe(sms.SMS_DLT_TEMPLATE_ID);
    expect(premiumTexts?.en).toMatchObject({ templateId: '1109' });
    expect(premiumTexts?.en.text).toContain('To pay: {{pay}}');
  });

  it.each([
    [{ SMS_TEXT: 'Hello' }, 'SMS_URL is missing. Needed with SMS_TEXT.'],
    [
      { ...sms, SMS_DLT_TEMPLATE_ID: '' },
      'SMS_URL cannot be used: its text in English lacks the id of its template.',
    ],
    [
      { ...sms, SMS_TEXT_HI: '{{policy}}' },
      'SMS_URL cannot be used: its text in Hindi lacks the id of its template.',
    ],
    [
      { ...sms, SMS_PREMIUM_TEXT: '{{pay}}' },
      'SMS_URL cannot be used: its text of premiums in English lacks the id of its template.',
    ],
    [{ ...sms, SMS_TEXT: '{{pay}}' }, 'its text in English names {{pay}}, which is none of'],
    [
      { ...sms, SMS_TEXT: 'Dear {{nmae}}' },
      'SMS_URL cannot be used: its text in English names {{nmae}}, which is none of name, policy, insurer, date, days, phone, brokerage.',
    ],
    [
      { ...sms, SMS_BODY: '{"to":"{{mobile}}"}' },
      'SMS_URL cannot be used: its body names {{mobile}}, which there is not.',
    ],
    [{ ...sms, SMS_BODY: 'to={{to}}' }, 'SMS_URL cannot be used: its body is not JSON'],
    [{ ...sms, SMS_BODY: '{"a":"b"}' }, 'neither its address nor its body names {{to}}'],
    [{ ...sms, SMS_URL: 'ftp://sms.example.in' }, 'is not that of an HTTP server'],
    [{ ...sms, SMS_URL: 'https://me:hush@sms.example.in' }, 'holds a user or a password'],
    [{ ...sms, SMS_URL: 'https://{{name}}/' }, 'the server in its address is a variable'],
    [{ ...sms, SMS_HEADERS: 'authkey: hush hush' }, 'SMS_HEADERS is wrong'],
    [{ ...sms, SMS_HEADERS: '{"a\\r\\nb":"c"}' }, 'SMS_HEADERS is wrong'],
    [{ ...sms, SMS_CONTENT_TYPE: 'text/plain' }, 'SMS_CONTENT_TYPE is wrong'],
    [{ WHATSAPP_URL: 'https://wa.example.in/{{to}}' }, 'WHATSAPP_URL cannot be used'],
  ])('that could not work is refused at the start: %j', (environment, expected) => {
    const said = complaint(environment as Record<string, string>);
    expect(said).toContain(expected);
    expect(said).not.toContain('hush');
  });

  it('may be one of WhatsApp, whose body names the variables of its template', () => {
    const whatsapp = parseSettings({
      WHATSAPP_URL: 'https://wa.example.in/v1/messages',
      WHATSAPP_BODY:
        '{"to":"{{to}}","template":{"name":"{{templateId}}","language":"{{language}}","parameters":["{{name}}","{{policy}}","{{date}}"]}}',
      WHATSAPP_TEMPLATE_ID: 'renewal_reminder',
      BROKERAGE_PHONE: '+91 484 2345678',
    }).whatsapp;
    expect(whatsapp?.texts.en.templateId).toBe('renewal_reminder');
  });
});
