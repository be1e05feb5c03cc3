import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { PRODUCT_NAME } from '@insuremanager/contracts/agency/letterhead';
import { SHORTEST_PASSWORD } from '@insuremanager/contracts/identity/userInputs';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { isEmail } from '@insuremanager/contracts/rules/email';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { cleanText } from '@insuremanager/contracts/rules/text';
import { USUAL_STREAM_LIMITS } from '@insuremanager/gateway/graphql/openStreams';
import type { AgencyDefaults } from '@insuremanager/services/agency/index';
import {
  type KafkaSettings,
  SASL_MECHANISMS,
} from '@insuremanager/services/platform/bus/kafkaSettings';
import { addressProblem } from '@insuremanager/services/platform/eventLog/eventStoreDb/address';
import { LOG_LEVELS } from '@insuremanager/services/platform/logger';
import { z } from 'zod';
import { type GatewaySettings, gatewayOf, gatewayVariables } from './gatewaySettings.js';
import { packageVersion } from './release.js';

const urlOf = (schemes: readonly string[]) =>
  z.string().refine((text) => {
    const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : '';
    // A cluster's connection string lists several hosts, which is no URL to the URL parser.
    return schemes.includes(scheme) || schemes.some((known) => text.startsWith(`${known}://`));
  }, 'not such an address');

/** 32 bytes as 64 hexadecimal digits or as base64. */
const masterKey = z.string().transform((text, context) => {
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
const variables = {
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

type Variables = typeof variables;
type Name = keyof Variables;

/** Every variable that there is; each may be given as `X_FILE`, too. */
export const SETTING_NAMES: readonly string[] = Object.keys(variables);
type Values = { [Key in Name]?: z.output<Variables[Key][0]> };

export interface FileServer {
  /** `http://host:port` or `https://host`. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly region: string;
}

/** How this installation runs. What is undefined is embedded, or made at the first start. */
export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Without a slash at its end, and without the port that its scheme has anyhow. */
  readonly publicUrl: string | undefined;
  /** Of whom `X-Forwarded-For` is believed, as Express's `trust proxy` takes it. */
  readonly trustedProxies: string | undefined;
  /** With it, operators may read figures and the details of health where everybody connects. */
  readonly opsToken: string | undefined;
  /** Where they are read without it. Undefined: nowhere. */
  readonly opsListener: { readonly host: string; readonly port: number } | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly eventStoreUrl: string | undefined;
  /** Who makes our user in the event store. No other process needs it than that command's. */
  readonly eventStoreAdmin: { readonly username: string; readonly password: string } | undefined;
  readonly masterKey: Buffer | undefined;
  /** The one before it, until a rotation is finished. */
  readonly oldMasterKey: Buffer | undefined;
  readonly adminUsername: string;
  readonly adminPassword: string | undefined;
  readonly adminEmail: string;
  /** The S3 server that files are stored on. Undefined: they are stored in the data folder. */
  readonly files: FileServer | undefined;
  /** The Kafka that messages are published to. Undefined: none are. */
  readonly kafka: KafkaSettings | undefined;
  /** Undefined: emails are stored in the data folder. */
  readonly smtpUrl: string | undefined;
  /** The gateways that reminders go through beside email. Undefined: that channel is off. */
  readonly sms: GatewaySettings | undefined;
  readonly whatsapp: GatewaySettings | undefined;
  /** Whom emails are from; their name is the brokerage's, once that is known. */
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** The brokerage, as long as nobody has set anything else in the application. */
  readonly brokerage: AgencyDefaults;
  /** How long a gateway that stops goes on serving, so that proxies notice. */
  readonly drainSeconds: number;
  /** Windows of one user that one process tells of changes at once. */
  readonly streamsPerUser: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Undefined: as standard output is. */
  readonly logFormat: (typeof LOG_FORMATS)[number] | undefined;
  /** What runs, in logs, metrics and traces. */
  readonly release: string;
  /** Where traces are sent to. Undefined: nothing is traced. */
  readonly otlpEndpoint: string | undefined;
}

const fileServerNeeds = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
/** Whoever gives one of them wants files on a server. */
const fileServerNames = [...fileServerNeeds, 'S3_BUCKET', 'S3_REGION'] as const;

const kafkaLoginNames = ['KAFKA_SASL_MECHANISM', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'] as const;
/** Whoever gives one of them wants Kafka. */
const kafkaNames = [
  ...kafkaLoginNames,
  'KAFKA_TLS',
  'KAFKA_TOPIC_PARTITIONS',
  'KAFKA_REPLICATION',
] as const;

const USUAL_PORT = 4000;

/** The environment asks for something that cannot be. The message is for a person, one per line. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings';
}

/**
 * Variables with those that are given as files, as secrets of containers are: `X_FILE` names the
 * file that holds `X`. Line ends at its end do not count.
 * @throws WrongSettings when such a file cannot be read, or a variable is given in both ways.
 */
export function withSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const read: Record<string, string> = {};
  const wrong: string[] = [];
  for (const name of Object.keys(variables)) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]?.trim()) wrong.push(`${name} and ${name}_FILE are both given.`);
    try {
      read[name] = readFileSync(file, 'utf8').trimEnd();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      wrong.push(`${name}_FILE=${file} cannot be read (${code}).`);
    }
  }
  if (wrong.length > 0) throw new WrongSettings(wrong.join('\n'));
  return { ...environment, ...read };
}

interface Defaults {
  /** Relative to the working folder, unless absolute. */
  dataDir?: string;
}

/**
 * Reads the settings from environment variables; one that is empty counts as not given.
 * @throws WrongSettings naming every variable that is wrong and what is allowed; never its value,
 *   which may be a secret.
 */
export function parseSettings(
  environment: Readonly<Record<string, string | undefined>>,
  defaults: Defaults = {},
): Settings {
  const values: Values = {};
  const wrong: string[] = [];
  for (const name of Object.keys(variables) as Name[]) {
    const text = environment[name];
    if (!text?.trim()) continue;
    const [schema, allowed] = variables[name];
    const parsed = schema.safeParse(text);
    if (parsed.success) Object.assign(values, { [name]: parsed.data });
    else wrong.push(`${name} is wrong. Allowed: ${allowed}.`);
  }
  const isSet = (name: Name): boolean => Boolean(environment[name]?.trim());
  const requireTogether = (needed: readonly Name[]): void => {
    for (const name of needed)
      if (!isSet(name)) wrong.push(`${name} is missing. Needed together: ${needed.join(', ')}.`);
  };
  if (fileServerNames.some(isSet)) requireTogether(fileServerNeeds);
  if (isSet('MASTER_KEY_OLD') && !isSet('MASTER_KEY'))
    wrong.push('MASTER_KEY is missing. Needed with MASTER_KEY_OLD.');
  if (kafkaLoginNames.some(isSet)) requireTogether(kafkaLoginNames);
  const forKafka = kafkaNames.find(isSet);
  if (forKafka && !isSet('KAFKA_BROKERS'))
    wrong.push(`KAFKA_BROKERS is missing. Needed with ${forKafka}.`);
  const sms = gatewayOf('SMS', values, wrong);
  const whatsapp = gatewayOf('WHATSAPP', values, wrong);
  if (isSet('OPS_HOST') && !isSet('OPS_PORT'))
    wrong.push('OPS_PORT is missing. Needed with OPS_HOST.');
  if (values.OPS_PORT !== undefined && values.OPS_PORT === (values.PORT ?? USUAL_PORT))
    wrong.push('OPS_PORT is wrong. Allowed: another port than PORT.');
  const problem = values.EVENTSTORE_URL && addressProblem(values.EVENTSTORE_URL);
  if (problem) wrong.push(`EVENTSTORE_URL is wrong: ${problem}.`);
  if (wrong.length > 0) throw new WrongSettings(wrong.join('\n'));
  const dataDir = values.DATA_DIR ?? defaults.dataDir ?? 'data';
  return {
    host: values.HOST ?? '127.0.0.1',
    port: values.PORT ?? USUAL_PORT,
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).href.replace(/\/+$/, ''),
    trustedProxies: values.TRUSTED_PROXIES,
    opsToken: values.OPS_TOKEN,
    opsListener:
      values.OPS_PORT === undefined
        ? undefined
        : { host: values.OPS_HOST ?? '127.0.0.1', port: values.OPS_PORT },
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL,
    eventStoreAdmin: eventStoreAdminOf(values),
    masterKey: values.MASTER_KEY,
    oldMasterKey: values.MASTER_KEY_OLD,
    adminUsername: values.ADMIN_USERNAME ?? 'admin',
    adminPassword: values.ADMIN_PASSWORD,
    adminEmail: values.ADMIN_EMAIL ?? 'admin@localhost.localdomain',
    files: fileServerOf(values),
    kafka: kafkaOf(values),
    smtpUrl: values.SMTP_URL,
    sms,
    whatsapp,
    mailFrom: {
      name: values.BROKERAGE_NAME ?? PRODUCT_NAME,
      address: values.MAIL_FROM ?? values.BROKERAGE_EMAIL ?? 'office@localhost.localdomain',
    },
    brokerage: omitUndefined({
      name: values.BROKERAGE_NAME,
      address: values.BROKERAGE_ADDRESS,
      phone: values.BROKERAGE_PHONE,
      email: values.BROKERAGE_EMAIL,
      website: values.BROKERAGE_WEBSITE,
      licence: values.BROKERAGE_LICENCE,
      gstin: values.BROKERAGE_GSTIN,
      socialLinks: values.BROKERAGE_SOCIAL,
    }),
    drainSeconds: values.DRAIN_SECONDS ?? 0,
    streamsPerUser: values.STREAMS_PER_USER ?? USUAL_STREAM_LIMITS.perUser,
    logLevel: values.LOG_LEVEL ?? 'info',
    logFormat: values.LOG_FORMAT,
    release: values.RELEASE ?? packageVersion(),
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

function fileServerOf(values: Values): FileServer | undefined {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = values;
  if (!endpoint || !accessKey || !secretKey) return undefined;
  const { S3_BUCKET: bucket = 'insuremanager', S3_REGION: region = 'us-east-1' } = values;
  return { endpoint, accessKey, secretKey, bucket, region };
}

function eventStoreAdminOf(values: Values): Settings['eventStoreAdmin'] {
  const { EVENTSTORE_ADMIN_USERNAME: username = 'admin', EVENTSTORE_ADMIN_PASSWORD: password } =
    values;
  return password ? { username, password } : undefined;
}

function kafkaOf(values: Values): KafkaSettings | undefined {
  const { KAFKA_BROKERS: brokers, KAFKA_SASL_MECHANISM: mechanism } = values;
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = values;
  if (!brokers) return undefined;
  return {
    brokers,
    tls: values.KAFKA_TLS ?? false,
    sasl: mechanism && username && password ? { mechanism, username, password } : undefined,
    topicPartitions: values.KAFKA_TOPIC_PARTITIONS ?? 3,
    replication: values.KAFKA_REPLICATION,
  };
}

/** Where people reach the site, without a slash at its end. */
export const publicUrlOf = ({
  publicUrl,
  host,
  port,
}: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${browsable(host)}:${port}`;

/** A browser on this machine does not reach 0.0.0.0 or [::] everywhere. */
const browsable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
