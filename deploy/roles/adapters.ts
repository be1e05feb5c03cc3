import { join } from 'node:path';
import type { AgencyDefaults } from '@insuremanager/services/agency/index';
import type { Processor } from '@insuremanager/services/personalData/index';
import type { Bus } from '@insuremanager/services/platform/bus/bus';
import type { Clock } from '@insuremanager/services/platform/clock';
import type { FileStore } from '@insuremanager/services/platform/files/fileStore';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import type { Logger } from '@insuremanager/services/platform/logger';
import type { HeadKeepers } from '@insuremanager/services/platform/logTree/publishHeads';
import { openFolderMail } from '@insuremanager/services/platform/mail/folderMail';
import type { Mailer } from '@insuremanager/services/platform/mail/mailer';
import { createSender, type NamedSender } from '@insuremanager/services/platform/mail/sender';
import { openSmtpMail } from '@insuremanager/services/platform/mail/smtpMail';
import { observedFileStore, observedMailer } from '@insuremanager/services/platform/observed';
import { httpGateway } from '@insuremanager/services/platform/sms/httpGateway';
import { type Metrics, noMetrics } from '@insuremanager/services/platform/telemetry/metrics';
import {
  emailChannel,
  type NoticeChannel,
  textChannel,
} from '@insuremanager/services/reminders/index';
import type { Settings } from '../settings.js';

/** Where files, emails and reminders go, and who the brokerage is until somebody sets it. */
export interface Adapters {
  readonly fileStore: FileStore;
  readonly mailer: Mailer;
  /** What reminders go out by. */
  readonly channels: readonly NoticeChannel[];
  readonly brokerage: AgencyDefaults;
  readonly isDemo: boolean;
  readonly headKeepers: HeadKeepers;
  /** Where Parquet files are written each night; undefined: nowhere. */
  readonly parquetDir: string | undefined;
  /** Whether webhooks may lead to addresses within a private network. */
  readonly allowsPrivateWebhooks: boolean;
  /** Whom what is personal is handed to. */
  readonly processors: readonly Processor[];
  /** Whom emails are from, to be given the agency's name. */
  readonly sender: NamedSender;
}

/** Where files and emails lie in the data folder, when no server is named for them. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail');

type Wanted = Pick<
  Settings,
  | 'dataDir'
  | 'smtpUrl'
  | 'mailFrom'
  | 'sms'
  | 'whatsapp'
  | 'files'
  | 'headKeepers'
  | 'parquetDir'
  | 'allowsPrivateWebhooks'
  | 'brokerage'
  | 'isDemo'
>;

interface Parts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Absent where nobody reads them. */
  readonly metrics?: Metrics;
}

/** Opens the servers that the settings name, or folders. */
export async function openAdapters(
  settings: Wanted,
  { clock, logger, metrics = noMetrics }: Parts,
): Promise<Adapters> {
  const { dataDir, smtpUrl, mailFrom, headKeepers, parquetDir, brokerage, isDemo } = settings;
  const { allowsPrivateWebhooks } = settings;
  const fileStore = observedFileStore(await openFileStore(settings), metrics);
  const sender = createSender(mailFrom, logger);
  const from = sender.current;
  const opened = smtpUrl
    ? openSmtpMail({ url: smtpUrl, from, logger })
    : await openFolderMail({ folder: mailFolder(dataDir), from, clock });
  const mailer = observedMailer(opened, metrics);
  const channels = channelsOf(settings, mailer, clock);
  const given = { headKeepers, parquetDir, brokerage, isDemo, allowsPrivateWebhooks };
  return { ...given, fileStore, mailer, sender, channels, processors: processorsOf(settings) };
}

/** Each server of somebody else that the settings name, by its host, and what it gets. */
export function processorsOf({
  smtpUrl,
  sms,
  whatsapp,
  files,
}: Pick<Settings, 'smtpUrl' | 'sms' | 'whatsapp' | 'files'>): Processor[] {
  const ofUrl = (url: string | URL | undefined, data: string) =>
    url === undefined ? [] : [{ name: new URL(url).hostname, data }];
  const message = 'address and the text of each message to you';
  return [
    ...ofUrl(smtpUrl, `Emails: your ${message}, with quotations that were sent`),
    ...ofUrl(sms?.options.url, `SMS: your ${message}`),
    ...ofUrl(whatsapp?.options.url, `WhatsApp: your ${message}`),
    ...ofUrl(files?.endpoint, 'Storage of files: your documents, encrypted'),
  ];
}

/** The bucket that the settings name, or the folder. Its client is loaded where there is one. */
export async function openFileStore({
  dataDir,
  files,
}: Pick<Settings, 'dataDir' | 'files'>): Promise<FileStore> {
  if (!files) return openFolderFiles(filesFolder(dataDir));
  const { openS3Files } = await import('@insuremanager/services/platform/files/s3Files');
  return openS3Files(files);
}

function channelsOf(
  settings: Pick<Settings, 'sms' | 'whatsapp'>,
  mailer: Mailer,
  clock: Clock,
): NoticeChannel[] {
  const byGateway = (['sms', 'whatsapp'] as const).flatMap((channel) => {
    const gateway = settings[channel];
    if (!gateway) return [];
    const { options, ...texts } = gateway;
    return textChannel(channel, { gateway: httpGateway({ ...options, clock }), ...texts });
  });
  return [emailChannel(mailer), ...byGateway];
}

/** The Kafka that the settings name, for other systems; undefined where they name none. */
export async function openBus(
  { kafka }: Pick<Settings, 'kafka'>,
  logger: Logger,
): Promise<Bus | undefined> {
  if (!kafka) return undefined;
  const { openKafkaBus } = await import('@insuremanager/services/platform/bus/kafka/kafkaBus');
  return openKafkaBus(kafka, logger);
}
