import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings, WrongSettings, withSecretFiles } from './settings.js';

const complaint = (environment: Record<string, string>): string => {
  try {
    parseSettings(environment);
  } catch (error) {
    if (error instanceof WrongSettings) return error.message;
    throw error;
  }
  return '';
};

const server = {
  S3_ENDPOINT: 'http://minio:9000/',
  S3_ACCESS_KEY: 'agency',
  S3_SECRET_KEY: 'hush hush',
};

const kafkaLogin = {
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_USERNAME: 'office',
  KAFKA_PASSWORD: 'hush hush',
};
const kafka = { KAFKA_BROKERS: 'kafka:9092', ...kafkaLogin };

describe('settings', () => {
  it('need nothing to be given', () => {
    expect(parseSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      dataDir: `${process.cwd()}/data`,
      databaseUrl: undefined,
      eventStoreUrl: undefined,
      eventStoreAdmin: undefined,
      masterKey: undefined,
      oldMasterKey: undefined,
      adminUsername: 'admin',
      logLevel: 'info',
    });
  });

  it('take an empty variable for one that is not given', () => {
    expect(parseSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 4000,
      databaseUrl: undefined,
    });
  });

  it('say whom emails are from, and what PDFs show', () => {
    const given = parseSettings({
      SMTP_URL: 'smtps://office:secret@mail.example.in',
      BROKERAGE_NAME: ' Malabar  Insurance Brokers ',
      BROKERAGE_EMAIL: 'office@example.in',
      BROKERAGE_GSTIN: '32ABCDE1234F1Z5',
    });
    expect(given.mailFrom).toEqual({
      name: 'Malabar Insurance Brokers',
      address: 'office@example.in',
    });
    expect(given.brokerage).toEqual({
      name: 'Malabar Insurance Brokers',
      email: 'office@example.in',
      gstin: '32ABCDE1234F1Z5',
    });
    expect(parseSettings({}).brokerage).toEqual({});
    const social = 'https://x.com/kaveri , https://wa.me/91';
    expect(parseSettings({ BROKERAGE_SOCIAL: social }).brokerage).toEqual({
      socialLinks: ['https://x.com/kaveri', 'https://wa.me/91'],
    });
    for (const wrong of ['http://x.com/kaveri', 'javascript:alert(1)', 'https://x.com, kaveri'])
      expect(complaint({ BROKERAGE_SOCIAL: wrong })).toContain('BROKERAGE_SOCIAL is wrong');
    expect(parseSettings({}).smtpUrl).toBeUndefined();
    expect(complaint({ SMTP_URL: 'mail.example.in' })).toContain('SMTP_URL is wrong');
    expect(complaint({ MAIL_FROM: 'a, b@example.in' })).toContain('MAIL_FROM is wrong');
  });

  it('let the environment win over the defaults of a command', () => {
    expect(parseSettings({}, { dataDir: '/srv/demo' }).dataDir).toBe('/srv/demo');
    expect(parseSettings({ DATA_DIR: '/srv/own' }, { dataDir: '/srv/demo' }).dataDir).toBe(
      '/srv/own',
    );
  });

  it.each(['esdb://localhost:2113?tls=false', 'esdb+discover://ops:pw@n1:2113,n2:2113?tls=true'])(
    'take the event store address %s',
    (url) => expect(parseSettings({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url),
  );

  it('refuse an event store address with an option that does harm, and say which are taken', () => {
    const follower = 'esdb://ops:hush@n1:2113?nodePreference=follower';
    expect(complaint({ EVENTSTORE_URL: follower })).toBe(
      'EVENTSTORE_URL is wrong: it has an option that is not taken; these are: tls, tlsCAFile, ' +
        'connectionName, maxDiscoverAttempts, discoveryInterval, gossipTimeout, ' +
        'keepAliveInterval, keepAliveTimeout.',
    );
  });

  it('take a master key in hexadecimal or base64', () => {
    const key = Buffer.alloc(32, 7);
    expect(parseSettings({ MASTER_KEY: key.toString('hex') }).masterKey).toEqual(key);
    expect(parseSettings({ MASTER_KEY: key.toString('base64') }).masterKey).toEqual(key);
  });

  it('drop the slash at the end of the public address', () => {
    expect(parseSettings({ PUBLIC_URL: 'https://crm.example.in/' }).publicUrl).toBe(
      'https://crm.example.in',
    );
  });

  it.each(['10.0.0.5', '192.168.7.0/24,2001:db8::/32', 'loopback,linklocal,uniquelocal', '::1'])(
    'believe the proxies %s',
    (text) => expect(parseSettings({ TRUSTED_PROXIES: text }).trustedProxies).toBe(text),
  );

  it('believe no proxy unless it is named', () => {
    expect(parseSettings({}).trustedProxies).toBeUndefined();
    expect(parseSettings({ TRUSTED_PROXIES: ' 10.0.0.5 , ::1 ' }).trustedProxies).toBe(
      '10.0.0.5,::1',
    );
  });

  it.each(['true', '1', 'proxy.example.in', '10.0.0', '10.0.0.5,', '10.0.0.0/33', '::/129'])(
    'take %s for no proxy',
    (text) => expect(complaint({ TRUSTED_PROXIES: text })).toContain('TRUSTED_PROXIES is wrong'),
  );

  it.each(['0.0.0.0/0', '::/0', '::ffff:10.0.0.1', '10.0.0.0/255.0.0.0', 'fe80::1%eth0'])(
    'take %s for no proxy, either',
    (text) => expect(complaint({ TRUSTED_PROXIES: text })).toContain('TRUSTED_PROXIES is wrong'),
  );

  it('open the operations doors only where that is wanted', () => {
    expect(parseSettings({})).toMatchObject({ opsToken: undefined, opsListener: undefined });
    const token = 'abcdefghij0123456789';
    expect(parseSettings({ OPS_TOKEN: token, OPS_PORT: '9464' })).toMatchObject({
      opsToken: token,
      opsListener: { host: '127.0.0.1', port: 9464 },
    });
    const elsewhere = parseSettings({ OPS_PORT: '9464', OPS_HOST: '10.0.0.5' });
    expect(elsewhere.opsListener?.host).toBe('10.0.0.5');
    expect(complaint({ OPS_TOKEN: token.slice(1) })).toMatch(/^OPS_TOKEN is wrong\. [^0-9]*20 /);
    expect(complaint({ OPS_TOKEN: `${token} ` })).toContain('OPS_TOKEN is wrong');
    expect(complaint({ OPS_PORT: '0' })).toContain('OPS_PORT is wrong');
    expect(complaint({ OPS_PORT: '4000' })).toContain('another port than PORT');
    expect(complaint({ OPS_HOST: '10.0.0.5' })).toContain('OPS_PORT is missing');
  });

  it('store files in the data folder unless a server is named for them', () => {
    expect(parseSettings({}).files).toBeUndefined();
    expect(parseSettings(server).files).toEqual({
      endpoint: 'http://minio:9000',
      accessKey: 'agency',
      secretKey: 'hush hush',
      bucket: 'insuremanager',
      region: 'us-east-1',
    });
    const named = { ...server, S3_BUCKET: 'agency.files-1', S3_REGION: 'ap-south-1' };
    expect(parseSettings(named).files).toMatchObject({
      bucket: 'agency.files-1',
      region: 'ap-south-1',
    });
  });

  it.each(Object.keys(server))('name %s when the other two are given without it', (name) => {
    expect(complaint({ ...server, [name]: '' })).toBe(
      `${name} is missing. Needed together: S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY.`,
    );
  });

  it('take a bucket without a server for a mistake', () => {
    expect(complaint({ S3_BUCKET: 'agency' }).split('\n')).toHaveLength(3);
  });

  it('publish no messages unless a Kafka is named', () => {
    expect(parseSettings({}).kafka).toBeUndefined();
    expect(parseSettings({ KAFKA_BROKERS: 'kafka-1:9092, 10.0.0.2:9093' }).kafka).toEqual({
      brokers: ['kafka-1:9092', '10.0.0.2:9093'],
      tls: false,
      sasl: undefined,
      topicPartitions: 3,
      replication: undefined,
    });
    const more = { KAFKA_TLS: 'true', KAFKA_TOPIC_PARTITIONS: '12', KAFKA_REPLICATION: '2' };
    expect(parseSettings({ ...kafka, ...more }).kafka).toEqual({
      brokers: ['kafka:9092'],
      tls: true,
      sasl: { mechanism: 'scram-sha-512', username: 'office', password: 'hush hush' },
      topicPartitions: 12,
      replication: 2,
    });
  });

  it.each(Object.keys(kafkaLogin))('name %s when the others of the login are given', (name) => {
    expect(complaint({ ...kafka, [name]: '' })).toBe(
      `${name} is missing. Needed together: ${Object.keys(kafkaLogin).join(', ')}.`,
    );
  });

  it.each([
    ['KAFKA_TLS', 'false'],
    ['KAFKA_TOPIC_PARTITIONS', '6'],
    ['KAFKA_REPLICATION', '3'],
  ])('take %s without brokers for a mistake', (name, value) => {
    expect(complaint({ [name]: value })).toBe(`KAFKA_BROKERS is missing. Needed with ${name}.`);
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
    ['S3_ENDPOINT', 'hush:9000'],
    ['S3_ENDPOINT', 'ftp://hush'],
    ['S3_ENDPOINT', 'https://s3.example.in/hush'],
    ['S3_ENDPOINT', 'https://key:hush@s3.example.in'],
    ['S3_BUCKET', 'Hush'],
    ['S3_BUCKET', 'hu'],
    ['S3_BUCKET', 'hush.'],
    ['S3_BUCKET', 'hu..sh'],
    ['S3_BUCKET', 'h'.repeat(64)],
    ['S3_REGION', 'hush hush'],
    ['KAFKA_BROKERS', 'hush'],
    ['KAFKA_BROKERS', 'kafka:9092,'],
    ['KAFKA_BROKERS', 'kafka://hush:9092'],
    ['KAFKA_BROKERS', 'kafka:0'],
    ['KAFKA_BROKERS', 'kafka:65536'],
    ['KAFKA_TLS', 'yes'],
    ['KAFKA_SASL_MECHANISM', 'hush'],
    ['KAFKA_TOPIC_PARTITIONS', '0'],
    ['KAFKA_TOPIC_PARTITIONS', '1001'],
    ['KAFKA_REPLICATION', '-1'],
  ])('refuse a wrong %s (%s), naming it and what is allowed', (name, value) => {
    const together = name.startsWith('S3_') ? server : name.startsWith('KAFKA_') ? kafka : {};
    expect(complaint({ ...together, [name]: value })).toMatch(
      new RegExp(`^${name} is wrong\\. Allowed: .{10,}\\.$`),
    );
  });

  it('name all that is wrong at once, and never the value', () => {
    const text = complaint({ PORT: 'hush', MASTER_KEY: 'hush', ADMIN_PASSWORD: 'hush' });
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('hush');
  });
});

describe('variables that are given as files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'insuremanager-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const file = async (name: string, content: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };

  it('are read without the ends of their last lines', async () => {
    const MASTER_KEY_FILE = await file('key', `${'ab'.repeat(32)}\r\n\n`);
    const SMTP_URL_FILE = await file('mail', 'smtps://user:secret@mail.example.in');
    const settings = parseSettings(withSecretFiles({ MASTER_KEY_FILE, SMTP_URL_FILE }));
    expect(settings.masterKey).toEqual(Buffer.alloc(32, 0xab));
    expect(settings.smtpUrl).toBe('smtps://user:secret@mail.example.in');
  });

  it('count as not given when they are empty, as does an empty name', async () => {
    const SMTP_URL_FILE = await file('mail', '\n');
    const settings = parseSettings(withSecretFiles({ SMTP_URL_FILE, OPS_TOKEN_FILE: ' ' }));
    expect(settings).toMatchObject({ smtpUrl: undefined, opsToken: undefined });
  });

  it('are refused by name when they cannot be read, or the variable is given, too', async () => {
    const OPS_TOKEN_FILE = await file('token', 'a secret of twenty letters');
    const missing = join(folder, 'missing');
    const read = () =>
      withSecretFiles({ OPS_TOKEN: 'another', OPS_TOKEN_FILE, MASTER_KEY_FILE: missing });
    expect(read).toThrow(WrongSettings);
    expect(read).toThrow(/OPS_TOKEN and OPS_TOKEN_FILE are both given\./);
    expect(read).toThrow(`MASTER_KEY_FILE=${missing} cannot be read (ENOENT).`);
    expect(read).not.toThrow(/twenty|another/);
  });

  it('leave alone what is no variable of ours', () => {
    const environment = { HISTORY_FILE: '/nowhere' };
    expect(withSecretFiles(environment)).toEqual(environment);
  });
});

describe('the grace of a stop', () => {
  it('is none unless it is given, in seconds', () => {
    expect(parseSettings({}).drainSeconds).toBe(0);
    expect(parseSettings({ DRAIN_SECONDS: '5' }).drainSeconds).toBe(5);
    expect(complaint({ DRAIN_SECONDS: '301' })).toBe(
      'DRAIN_SECONDS is wrong. Allowed: a number from 0 to 300.',
    );
  });
});
