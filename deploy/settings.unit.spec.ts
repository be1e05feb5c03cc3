import { describe, expect, it } from 'vitest';
import { settingsFrom, WrongSettings } from './settings.js';

const complaint = (environment: Record<string, string>): string => {
  try {
    settingsFrom(environment);
  } catch (error) {
    if (error instanceof WrongSettings) return error.message;
    throw error;
  }
  return '';
};

describe('settings', () => {
  it('need nothing to be given', () => {
    expect(settingsFrom({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      dataDir: `${process.cwd()}/data`,
      databaseUrl: undefined,
      eventStoreUrl: undefined,
      masterKey: undefined,
      adminUsername: 'admin',
      logLevel: 'info',
    });
  });

  it('take an empty variable for one that is not given', () => {
    expect(settingsFrom({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 4000,
      databaseUrl: undefined,
    });
  });

  it('let the environment win over the defaults of a command', () => {
    expect(settingsFrom({}, { dataDir: '/srv/demo' }).dataDir).toBe('/srv/demo');
    expect(settingsFrom({ DATA_DIR: '/srv/own' }, { dataDir: '/srv/demo' }).dataDir).toBe(
      '/srv/own',
    );
  });

  it.each(['esdb://localhost:2113?tls=false', 'esdb+discover://ops:pw@n1:2113,n2:2113?tls=true'])(
    'take the event store address %s',
    (url) => expect(settingsFrom({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url),
  );

  it('take a master key in hexadecimal or base64', () => {
    const key = Buffer.alloc(32, 7);
    expect(settingsFrom({ MASTER_KEY: key.toString('hex') }).masterKey).toEqual(key);
    expect(settingsFrom({ MASTER_KEY: key.toString('base64') }).masterKey).toEqual(key);
  });

  it('drop the slash at the end of the public address', () => {
    expect(settingsFrom({ PUBLIC_URL: 'https://crm.example.in/' }).publicUrl).toBe(
      'https://crm.example.in',
    );
  });

  it.each([
    ['HOST', 'not a host'],
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'crm.example.in'],
    ['PUBLIC_URL', 'ftp://crm.example.in'],
    ['DATABASE_URL', 'mysql://root:hush@db/crm'],
    ['EVENTSTORE_URL', 'http://hush:2113'],
    ['MASTER_KEY', 'hush'],
    ['MASTER_KEY', 'z'.repeat(64)],
    ['ADMIN_USERNAME', 'two words'],
    ['ADMIN_PASSWORD', 'hush'],
    ['ADMIN_EMAIL', 'hush'],
    ['LOG_LEVEL', 'loud'],
  ])('refuse a wrong %s (%s), naming it and what is allowed', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(
      new RegExp(`^${name} is wrong\\. Allowed: .{10,}\\.$`),
    );
  });

  it('name all that is wrong at once, and never the value', () => {
    const text = complaint({ PORT: 'hush', MASTER_KEY: 'hush', ADMIN_PASSWORD: 'hush' });
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('hush');
  });
});
