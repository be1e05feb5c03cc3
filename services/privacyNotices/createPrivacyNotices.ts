import { NOTICE_STREAM } from '@insuremanager/contracts/privacyNotices/noticeEvents';
import type { NoticeText } from '@insuremanager/contracts/privacyNotices/noticeFields';
import type { PrivacyNotice } from '@insuremanager/contracts/privacyNotices/noticeViews';
import type { CommandContext } from '../platform/commands/command.js';
import type { Platform } from '../platform/platform.js';
import { type PublishedNotice, privacyNoticeDecider } from './privacyNotice.js';

type Commands = Pick<Platform['commands'], 'load'>;

/**
 * The capability "privacy notices": the text that is shown before consent is asked for, version by
 * version. Read from its stream, which is short, at each call: never stale.
 */
export interface PrivacyNoticeVersions {
  /** The newest first. */
  list(): Promise<PrivacyNotice[]>;
  /**
   * Publishes a text as the next version; the newest one is answered where it says the same.
   * @param basedOn the version that the writer saw
   * @throws stale-version where another one was published since; idempotency-key-reused
   */
  publish(text: NoticeText, basedOn: number, context: CommandContext): Promise<PrivacyNotice>;
}

export function createPrivacyNotices({
  commands,
}: {
  commands: Pick<Platform['commands'], 'load' | 'run'>;
}): PrivacyNoticeVersions {
  return {
    list: async () => (await load(commands)).map(viewOf),

    async publish(text, basedOn, context) {
      const { state } = await commands.run(privacyNoticeDecider, {
        stream: NOTICE_STREAM,
        command: { type: 'PublishNotice', text },
        context: { ...context, expectedVersion: basedOn - FIRST_IN_STREAM },
        request: { type: 'PublishNotice', text, basedOn },
      });
      return viewOf(state[0]);
    },
  };
}

/** The version of the notice that is shown now. */
export const newestNoticeOf = (commands: Commands) => async (): Promise<number> => {
  const [{ version }] = await load(commands);
  return version;
};

/** The stream begins, at revision 0, with the version after the one that is built in. */
const FIRST_IN_STREAM = 2;

const load = async (commands: Commands) =>
  (await commands.load(privacyNoticeDecider, NOTICE_STREAM)).state;

const viewOf = ({ version, text, published }: PublishedNotice): PrivacyNotice => ({
  version,
  publishedAt: published?.at.toISOString() ?? null,
  publishedBy: published?.by ?? null,
  ...text,
});
