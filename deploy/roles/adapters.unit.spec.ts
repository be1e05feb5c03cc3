import { describe, expect, it } from 'vitest';
import { parseSettings } from '../settings.js';
import { processorsOf } from './adapters.js';

const namesOf = (environment: Record<string, string>): string[] =>
  processorsOf(parseSettings(environment)).map(({ name }) => name);

describe('whom what is personal is handed to', () => {
  it('are the servers that the settings name, without what is secret in their addresses', () =>
    expect(
      namesOf({
        SMTP_URL: 'smtps://office:coconut@mail.example.in:465',
        SMS_URL: 'https://sms.example.in/send?key=coconut',
        SMS_BODY: '{"to":"{{to}}","text":"{{text}}","id":"{{templateId}}"}',
        SMS_DLT_TEMPLATE_ID: '1107161234567890123',
        ...{ S3_ENDPOINT: 'https://s3.example.in', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'coconut' },
      }),
    ).toEqual(['mail.example.in', 'sms.example.in', 's3.example.in']));

  it('are none where everything lies on this machine', () => expect(namesOf({})).toEqual([]));
});
