import { join } from 'node:path';
import type { Bus } from '@insuremanager/services/platform/bus/bus';
import { openEmbeddedBus } from '@insuremanager/services/platform/bus/embeddedBus';
import { openKafkaBus } from '@insuremanager/services/platform/bus/kafkaBus';
import type { Clock } from '@insuremanager/services/platform/clock';
import type { FileStore } from '@insuremanager/services/platform/files/fileStore';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import { openS3Files } from '@insuremanager/services/platform/files/s3Files';
import type { Logger } from '@insuremanager/services/platform/logger';
import { openFolderMail } from '@insuremanager/services/platform/mail/folderMail';
import type { Mailer } from '@insuremanager/services/platform/mail/mailer';
import { openSmtpMail } from '@insuremanager/services/platform/mail/smtpMail';
import type { Pool } from '@insuremanager/services/platform/postgres/postgres';
import { httpGateway } from '@insuremanager/services/platform/sms/httpGateway';
import type { Letterhead } from '@insuremanager/services/quotations/index';
import {
  emailChannel,
  type NoticeChannel,
  textChannel,
} from '@insuremanager/services/reminders/index';
import type { Settings } from '../settings.js';

/** Where files, emails and reminders go, and the letterhead of what we print and send. */
export interface Adapters {
  readonly fileStore: FileStore;
  readonly mailer: Mailer;
  /** What reminders go out by. */
  readonly channels: readonly NoticeChannel[];
  readonly letterhead: Letterhead;
}

/** Where files and emails lie in the data folder, when no server is named for them. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail');

type Wanted = Pick<
  Settings,
  'dataDir' | 'files' | 'smtpUrl' | 'mailFrom' | 'letterhead' | 'sms' | 'whatsapp'
>;

/** Opens the servers that the settings name, or folders. */
export async function openAdapters(
  settings: Wanted,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<Adapters> {
  const { dataDir, files, smtpUrl, mailFrom: from, letterhead } = settings;
  const fileStore = files ? openS3Files(files) : await openFolderFiles(filesFolder(dataDir));
  const mailer = smtpUrl
    ? openSmtpMail({ url: smtpUrl, from, logger })
    : await openFolderMail({ folder: mailFolder(dataDir), from, clock });
  const byGateway = (['sms', 'whatsapp'] as const).flatMap((channel) => {
    const gateway = settings[channel];
    if (!gateway) return [];
    const { options, texts } = gateway;
    return textChannel(channel, { gateway: httpGateway({ ...options, clock }), texts });
  });
  return { fileStore, mailer, channels: [emailChannel(mailer), ...byGateway], letterhead };
}

/** Opens the Kafka that the settings name, or the bus in the database that the pool is of. */
export const openBus = async (
  { kafka }: Pick<Settings, 'kafka'>,
  parts: { pool: Pool; databaseUrl: string; logger: Logger },
): Promise<Bus> => (kafka ? openKafkaBus(kafka, parts.logger) : openEmbeddedBus(parts));
