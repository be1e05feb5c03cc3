import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PRODUCT_NAME } from '@insuremanager/contracts/agency/letterhead';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { USUAL_STREAM_LIMITS } from '@insuremanager/gateway/graphql/openStreams';
import type { AgencyDefaults } from '@insuremanager/services/agency/index';
import type { KafkaSettings } from '@insuremanager/services/platform/bus/kafka/kafkaSettings';
import { addressProblem } from '@insuremanager/services/platform/eventLog/eventStoreDb/address';
import type { S3Settings } from '@insuremanager/services/platform/files/s3Files';
import { gatewayOf } from './gatewaySettings.js';
import { VARIABLES, type Values, type VariableName } from './settingVariables.js';

/** How this installation runs. What is undefined is embedded, or made at the first start. */
export type Settings = Readonly<ReturnType<typeof parseSettings>>;

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
  for (const name of Object.keys(VARIABLES)) {
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
  isDemo?: boolean;
}

/**
 * Reads the settings from environment variables; one that is empty counts as not given.
 * @throws WrongSettings naming every variable that is wrong and what is allowed; never its value,
 *   which may be a secret.
 */
export function parseSettings(
  environment: Readonly<Record<string, string | undefined>>,
  defaults: Defaults = {},
) {
  const values: Values = {};
  const wrong: string[] = [];
  for (const name of Object.keys(VARIABLES) as VariableName[]) {
    const text = environment[name];
    if (!text?.trim()) continue;
    const [schema, allowed] = VARIABLES[name];
    const parsed = schema.safeParse(text);
    if (parsed.success) Object.assign(values, { [name]: parsed.data });
    else wrong.push(`${name} is wrong. Allowed: ${allowed}.`);
  }
  const isSet = (name: VariableName): boolean => Boolean(environment[name]?.trim());
  const requireTogether = (needed: readonly VariableName[]): void => {
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
  const brokerage: AgencyDefaults = omitUndefined({
    name: values.BROKERAGE_NAME,
    address: values.BROKERAGE_ADDRESS,
    phone: values.BROKERAGE_PHONE,
    email: values.BROKERAGE_EMAIL,
    website: values.BROKERAGE_WEBSITE,
    licence: values.BROKERAGE_LICENCE,
    gstin: values.BROKERAGE_GSTIN,
    socialLinks: values.BROKERAGE_SOCIAL,
  });
  return {
    host: values.HOST ?? '127.0.0.1',
    /** 0: any free port. */
    port: values.PORT ?? USUAL_PORT,
    /** Without a slash at its end, and without the port that its scheme has anyhow. */
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).href.replace(/\/+$/, ''),
    /** Of whom `X-Forwarded-For` is believed, as Express's `trust proxy` takes it. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** With it, operators may read figures and the details of health where everybody connects. */
    opsToken: values.OPS_TOKEN,
    /** Where they are read without it. Undefined: nowhere. */
    opsListener:
      values.OPS_PORT === undefined
        ? undefined
        : { host: values.OPS_HOST ?? '127.0.0.1', port: values.OPS_PORT },
    /** Absolute. */
    dataDir: resolve(values.DATA_DIR ?? defaults.dataDir ?? 'data'),
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL,
    /** Who makes our user in the event store. No other process needs it than that command's. */
    eventStoreAdmin: eventStoreAdminOf(values),
    masterKey: values.MASTER_KEY,
    /** The one before it, until a rotation is finished. */
    oldMasterKey: values.MASTER_KEY_OLD,
    adminUsername: values.ADMIN_USERNAME ?? 'admin',
    adminPassword: values.ADMIN_PASSWORD,
    adminEmail: values.ADMIN_EMAIL ?? 'admin@localhost.localdomain',
    /** The S3 server that files are stored on. Undefined: they are stored in the data folder. */
    files: fileServerOf(values),
    /** The Kafka that messages are published to. Undefined: none are. */
    kafka: kafkaOf(values),
    /** Undefined: emails are stored in the data folder. */
    smtpUrl: values.SMTP_URL,
    /** The gateways that reminders go through beside email. Undefined: that channel is off. */
    ...{ sms, whatsapp },
    /** Whom emails are from; their name is the brokerage's, once that is known. */
    mailFrom: {
      name: values.BROKERAGE_NAME ?? PRODUCT_NAME,
      address: values.MAIL_FROM ?? values.BROKERAGE_EMAIL ?? 'office@localhost.localdomain',
    },
    /** Who keeps the signed heads of the log. */
    headKeepers: {
      folder: values.LOG_HEADS_DIR && resolve(values.LOG_HEADS_DIR),
      addresses: values.LOG_HEADS_EMAIL ?? [],
    },
    /** Whether webhooks may lead to addresses within a private network, and go without TLS. */
    allowsPrivateWebhooks: values.WEBHOOKS_PRIVATE ?? false,
    /** Where the views for analysts are written as Parquet each night. Undefined: nowhere. */
    parquetDir: values.PARQUET_DIR && resolve(values.PARQUET_DIR),
    /** The brokerage, as long as nobody has set anything else in the application. */
    brokerage,
    /** Whether its book of business is made up. */
    isDemo: defaults.isDemo ?? false,
    /** How long a gateway that stops goes on serving, so that proxies notice. */
    drainSeconds: values.DRAIN_SECONDS ?? 0,
    /** Windows of one user that one process tells of changes at once. */
    streamsPerUser: values.STREAMS_PER_USER ?? USUAL_STREAM_LIMITS.perUser,
    logLevel: values.LOG_LEVEL ?? 'info',
    /** Undefined: as standard output is. */
    logFormat: values.LOG_FORMAT,
    /** What runs, in logs, metrics and traces. */
    release: values.RELEASE ?? packageVersion(),
    /** Where traces are sent to. Undefined: nothing is traced. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

function fileServerOf(values: Values): S3Settings | undefined {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = values;
  if (!endpoint || !accessKey || !secretKey) return undefined;
  const { S3_BUCKET: bucket = 'insuremanager', S3_REGION: region = 'us-east-1' } = values;
  return { endpoint, accessKey, secretKey, bucket, region };
}

function eventStoreAdminOf(values: Values) {
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

/** Of the package that this is built from; an image may name its build more closely in RELEASE. */
const packageVersion = (): string => {
  // From the build as from the sources, a package.json of the same version is one folder up.
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};
