import { isAbsolute, resolve } from 'node:path';
import { isUsername, normalUsername } from '@insuremanager/contracts/identity/username';
import { SHORTEST_PASSWORD } from '@insuremanager/contracts/identity/userViews';
import { isEmail } from '@insuremanager/contracts/rules/email';
import { LOG_LEVELS } from '@insuremanager/services/platform/logger';
import { z } from 'zod';

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

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((number) => number <= 65_535);

/** What each variable may hold, in words: shown when it holds something else. */
const variables = {
  HOST: [
    z.string().regex(/^[\w.:%-]+$/),
    'a name or an address of this machine, such as 127.0.0.1, ::1 or 0.0.0.0',
  ],
  PORT: [port, 'a number from 0 to 65535 (0: any free port)'],
  PUBLIC_URL: [
    urlOf(['http', 'https']).refine((text) => URL.canParse(text)),
    'the address under which browsers reach this, such as https://crm.example.in',
  ],
  DATA_DIR: [z.string(), 'the path of a folder'],
  DATABASE_URL: [
    urlOf(['postgres', 'postgresql']),
    'a Postgres address, such as postgres://user:password@host:5432/insuremanager',
  ],
  EVENTSTORE_URL: [
    urlOf(['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover']),
    'an EventStoreDB connection string, such as esdb://host:2113?tls=false',
  ],
  MASTER_KEY: [masterKey, '32 random bytes as 64 hexadecimal digits or as base64'],
  ADMIN_USERNAME: [
    z.string().transform(normalUsername).refine(isUsername),
    '2 to 64 of a-z, 0-9, dot, hyphen and underscore, beginning with a letter or digit',
  ],
  ADMIN_PASSWORD: [
    z.string().min(SHORTEST_PASSWORD).max(1000),
    `between ${SHORTEST_PASSWORD} and 1000 characters`,
  ],
  ADMIN_EMAIL: [z.string().refine(isEmail), 'an e-mail address'],
  LOG_LEVEL: [z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Variables = typeof variables;
type Name = keyof Variables;
type Values = { [Key in Name]?: z.output<Variables[Key][0]> };

/** How this installation runs. What is undefined is embedded, or made at the first start. */
export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Without a slash at its end. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly eventStoreUrl: string | undefined;
  readonly masterKey: Buffer | undefined;
  readonly adminUsername: string;
  readonly adminPassword: string | undefined;
  readonly adminEmail: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** The environment asks for something that cannot be. The message is for a person, one per line. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings';
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
export function settingsFrom(
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
  if (wrong.length > 0) throw new WrongSettings(wrong.join('\n'));
  const dataDir = values.DATA_DIR ?? defaults.dataDir ?? 'data';
  return {
    host: values.HOST ?? '127.0.0.1',
    port: values.PORT ?? 4000,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL,
    masterKey: values.MASTER_KEY,
    adminUsername: values.ADMIN_USERNAME ?? 'admin',
    adminPassword: values.ADMIN_PASSWORD,
    adminEmail: values.ADMIN_EMAIL ?? 'admin@localhost.localdomain',
    logLevel: values.LOG_LEVEL ?? 'info',
  };
}
