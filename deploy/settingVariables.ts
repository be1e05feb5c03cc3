import { isIP } from 'node:net';
import { SHORTEST_PASSWORD } from '@insuremanager/contracts/identity/userInputs';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { isEmail } from '@insuremanager/contracts/rules/email';
import { cleanText } from '@insuremanager/contracts/rules/text';
import { SASL_MECHANISMS } from '@insuremanager/services/platform/bus/kafka/kafkaSettings';
import { LOG_LEVELS } from '@insuremanager/services/platform/logger';
import { z } from 'zod';
import { gatewayVariables } from './gatewaySettings.js';

const urlOf = (schemes: readonly string[]) =>
  z.string().refine((text) => {
    const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : '';
    // A cluster's connection string lists several hosts, which is no URL to the URL parser.
    return schemes.includes(scheme) || schemes.some((known) => text.startsWith(`${known}://`));
  }, 'not such an address');

/** 32 bytes as 64 hexadecimal digits or as base64. */
const masterKey = z.string().transform((text, context): Buffer => {
  const bytes = Buffer.from(text, /^[\da-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length !== 32 || !/^[\w+/=-]+$/.test(text)) {
    context.addIssue('not 32 bytes');
    return z.NEVER;
  }
  return bytes;
});

/** Printed on PDFs: one line of text. */
const line = (longest: number) => z.string().transform(cleanText).pipe(z.string().max(longest));

/** A server alone: a path would be taken for a bucket, and a password for nothing. */
const serverAddress = urlOf(['http', 'https']).transform((text, context) => {
  const { origin, href } = URL.canParse(text) ? new URL(text) : { origin: '', href: text };
  if (href !== `${origin}/`) context.addIssue('more than a server');
  return origin;
});

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((number) => number <= 65_535);

/** From 1 on. */
const count = (most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((number) => number >= 1 && number <= most);

/** Several with commas between them. */
const httpsAddresses = z.string().transform((text, context): string[] => {
  const listed = text.split(',').map((address) => address.trim());
  const isHttps = (address: string) =>
    URL.canParse(address) && new URL(address).protocol === 'https:';
  if (!listed.every(isHttps)) context.addIssue('not https addresses');
  return listed;
});

/** Several with commas between them. */
const emailAddresses = z.string().transform((text, context): string[] => {
  const listed = text.split(',').map((address) => address.trim());
  if (!listed.every(isEmail)) context.addIssue('not e-mail addresses');
  return listed;
});

/** `host:port`, several with commas between them. The client knows no IPv6 addresses. */
const brokers = z.string().transform((text, context) => {
  const listed = text.split(',').map((broker) => broker.trim());
  const isBroker = (broker: string): boolean => {
    const [, number] = /^[\w.-]+:(\d{1,5})$/.exec(broker) ?? [];
    return Number(number) >= 1 && Number(number) <= 65_535;
  };
  if (!listed.every(isBroker)) context.addIssue('not host:port');
  return listed;
});

/** Names for ranges of addresses that need not be written out. */
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Addresses, CIDR blocks and names of ranges, as Express's `trust proxy` takes them. */
const proxies = z.string().transform((text, context) => {
  const listed = text.split(',').map((proxy) => proxy.trim());
  const isProxy = (proxy: string): boolean => {
    if (PROXY_RANGES.includes(proxy)) return true;
    const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(proxy) ?? [];
    const version = isIP(address);
    // An IPv4 address is written as one, and so is a block of them.
    if (version === 0 || (version === 6 && address.includes('.'))) return false;
    // A block of everything would let anybody say where they come from.
    return (
      prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128))
    );
  };
  if (!listed.every(isProxy)) context.addIssue('not an address');
  return listed.join(',');
});

const hostName = [
  z.string().regex(/^[\w.:%-]+$/),
  'a name or an address of this machine, such as 127.0.0.1, ::1 or 0.0.0.0',
] as const;

const LOG_FORMATS = ['json', 'pretty'] as const;

/** What each variable may hold, in words: shown when it holds something else. */
export const VARIABLES = {
  HOST: hostName,
  PORT: [port, 'a number from 0 to 65535 (0: any free port)'],
  PUBLIC_URL: [
    urlOf(['http', 'https']).refine((text) => URL.canParse(text)),
    'the address under which browsers reach this, such as https://crm.example.in',
  ],
  TRUSTED_PROXIES: [
    proxies,
    'addresses and CIDR blocks with commas between them, such as 10.0.0.5,192.168.7.0/24; also ' +
      `${PROXY_RANGES.join(', ')}`,
  ],
  OPS_TOKEN: [
    z.string().regex(/^[\w.~+/=-]{20,1000}$/),
    'at least 20 letters, digits and signs of . _ ~ + / = -',
  ],
  OPS_PORT: [
    port.refine((number) => number >= 1),
    'a number from 1 to 65535, another one than PORT',
  ],
  OPS_HOST: hostName,
  DATA_DIR: [z.string(), 'the path of a folder'],
  DATABASE_URL: [
    urlOf(['postgres', 'postgresql']),
    'a Postgres address, such as postgres://user:password@host:5432/insuremanager',
  ],
  EVENTSTORE_URL: [
    urlOf(['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover', 'kdb', 'kdb+discover']),
    'a connection string of KurrentDB or EventStoreDB, such as esdb://host:2113?tls=false',
  ],
  EVENTSTORE_ADMIN_USERNAME: [z.string(), 'the name of an administrator of the event store'],
  EVENTSTORE_ADMIN_PASSWORD: [z.string(), 'the password of that administrator'],
  MASTER_KEY: [masterKey, '32 random bytes as 64 hexadecimal digits or as base64'],
  MASTER_KEY_OLD: [masterKey, 'the master key before MASTER_KEY, written like that one'],
  ADMIN_USERNAME: [
    z.string().transform(normalizeUsername).refine(isUsername),
    '2 to 64 of a-z, 0-9, dot, hyphen and underscore, beginning with a letter or digit',
  ],
  ADMIN_PASSWORD: [
    z.string().min(SHORTEST_PASSWORD).max(1000),
    `between ${SHORTEST_PASSWORD} and 1000 characters`,
  ],
  ADMIN_EMAIL: [z.string().refine(isEmail), 'an e-mail address'],
  S3_ENDPOINT: [serverAddress, 'an S3 server without a path, such as https://s3.example.in'],
  S3_ACCESS_KEY: [z.string(), 'the name of an access key'],
  S3_SECRET_KEY: [z.string(), 'the secret of that access key'],
  S3_BUCKET: [
    z.string().regex(/^[a-z\d](?:[a-z\d]|[.-](?=[a-z\d])){2,62}$/),
    '3 to 63 of a-z, 0-9, dot and hyphen, beginning and ending with a letter or digit',
  ],
  S3_REGION: [z.string().regex(/^[a-z\d-]+$/), 'the name of a region, such as ap-south-1'],
  KAFKA_BROKERS: [brokers, 'brokers of one Kafka, such as kafka-1:9092,kafka-2:9092'],
  KAFKA_TLS: [z.enum(['true', 'false']).transform((text) => text === 'true'), 'true or false'],
  KAFKA_SASL_MECHANISM: [z.enum(SASL_MECHANISMS), `one of ${SASL_MECHANISMS.join(', ')}`],
  KAFKA_USERNAME: [z.string(), 'the name that Kafka knows this installation by'],
  KAFKA_PASSWORD: [z.string(), 'the password of that name'],
  KAFKA_TOPIC_PARTITIONS: [count(1_000), 'a number from 1 to 1000'],
  KAFKA_REPLICATION: [count(100), 'a number from 1 to 100'],
  SMTP_URL: [
    urlOf(['smtp', 'smtps']).refine((text) => URL.canParse(text)),
    'a mail server, such as smtps://user:password@mail.example.in',
  ],
  LOG_HEADS_DIR: [z.string(), 'the path of a folder'],
  LOG_HEADS_EMAIL: [emailAddresses, 'e-mail addresses with commas between them'],
  WEBHOOKS_PRIVATE: [
    z.enum(['true', 'false']).transform((text) => text === 'true'),
    'true or false',
  ],
  PARQUET_DIR: [z.string(), 'the path of a folder'],
  MAIL_FROM: [z.string().refine(isEmail), 'the e-mail address that emails come from'],
  ...gatewayVariables,
  BROKERAGE_NAME: [line(100), 'the name of the brokerage, at most 100 characters'],
  BROKERAGE_ADDRESS: [line(300), 'its postal address, at most 300 characters'],
  BROKERAGE_PHONE: [line(60), 'its telephone number, at most 60 characters'],
  BROKERAGE_EMAIL: [z.string().refine(isEmail), 'its e-mail address'],
  BROKERAGE_WEBSITE: [line(100), 'its website, at most 100 characters'],
  BROKERAGE_LICENCE: [line(60), 'its licence at IRDAI, at most 60 characters'],
  BROKERAGE_GSTIN: [line(15), 'its GSTIN, at most 15 characters'],
  BROKERAGE_SOCIAL: [httpsAddresses, 'https addresses with commas between them'],
  DRAIN_SECONDS: [
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((seconds) => seconds <= 300),
    'a number from 0 to 300',
  ],
  STREAMS_PER_USER: [count(10_000), 'a number from 1 to 10000'],
  LOG_LEVEL: [z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`],
  LOG_FORMAT: [z.enum(LOG_FORMATS), `one of ${LOG_FORMATS.join(', ')}`],
  RELEASE: [z.string().regex(/^[\w.+-]{1,100}$/), 'letters, digits and signs of . _ + -'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    urlOf(['http', 'https']).refine((text) => URL.canParse(text)),
    'a collector of traces that takes OTLP over HTTP, such as http://collector:4318',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Variables = typeof VARIABLES;
export type VariableName = keyof Variables;

/** Every variable that there is; each may be given as `X_FILE`, too. */
export const SETTING_NAMES: readonly string[] = Object.keys(VARIABLES);

/** What was given of them, read. */
export type Values = { [Key in VariableName]?: z.output<Variables[Key][0]> };
