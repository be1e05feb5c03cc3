import type { Logo } from '@insuremanager/contracts/agency/agencyEvents';
import {
  AGENCY_STREAM,
  type AgencyEvent,
  type AgencySettings,
} from '@insuremanager/contracts/agency/agencyEvents';
import {
  type AgencySettingsView,
  LOGO_PATH,
  type LogoView,
} from '@insuremanager/contracts/agency/agencyViews';
import { gstinWarning } from '@insuremanager/contracts/rules/gstin';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import { batched } from '../platform/batched.js';
import type { CommandContext } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import type { Agency, ChangedAgencySettings } from './agency.js';
import { agencyHistory } from './agencyHistory.js';
import { type AgencyDefaults, agencyDecider } from './agencySettings.js';
import { logoFiles } from './logoFiles.js';
import { letterheadOf, publicProfileOf } from './publicProfile.js';

type Parts = Pick<Platform, 'commands' | 'files' | 'logger'>;

/** The version of settings that nobody has changed yet. */
const NEVER_CHANGED = -1;

/**
 * @param defaults what counts while nobody has set anything else
 * @param isDemo whether the agency is made up
 */
export function createAgency(
  platform: Parts,
  defaults: AgencyDefaults = {},
  isDemo = false,
): Agency {
  const { commands, logger } = platform;
  const decider = agencyDecider(defaults);
  const logos = logoFiles(platform);
  const loadTogether = batched<void, Loaded>(async () => {
    const { state, version } = await commands.load(decider, AGENCY_STREAM);
    return { settings: state, version: version ?? NEVER_CHANGED };
  });
  const load = (): Promise<Loaded> => loadTogether([]);
  let lastOwnBook = true;
  let lastPublic = publicProfileOf(decider.initial);

  /** A logo that is missing keeps nobody from printing. */
  const unread = (error: unknown): null => {
    if (!(error instanceof Refusal)) throw error;
    logger.warn({}, 'The logo cannot be read; it is left out of a PDF', error);
    return null;
  };

  /** @param request what was asked for, where that is not the same as what is recorded. */
  const change = async (
    changes: Partial<AgencySettings>,
    context: CommandContext,
    request: unknown = changes,
  ): Promise<Loaded & { repeated: boolean }> => {
    const command = { type: 'ChangeAgencySettings', changes } as const;
    const { type } = command;
    const { state, version, repeated } = await commands.run(decider, {
      stream: AGENCY_STREAM,
      command,
      context,
      request: { type, request },
    });
    return { settings: state, version, repeated };
  };

  return {
    settings: async () => viewOf(await load()),

    async view() {
      const { name, logo, gstRates, ownBook } = viewOf(await load());
      return { name, logo, gstRates, ownBook, isDemo };
    },

    letterhead: async () => letterheadOf((await load()).settings),
    async stationery() {
      const { settings } = await load();
      const { logo } = settings;
      const content = logo && (await logos.read(logo).catch(unread));
      return { letterhead: letterheadOf(settings), logo: content };
    },

    gstRates: async () => (await load()).settings.gstRates,

    async ownBook() {
      try {
        lastOwnBook = (await load()).settings.ownBook;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        logger.warn({}, 'Who sees which books is as it was last known', error);
      }
      return lastOwnBook;
    },

    async publicProfile() {
      try {
        lastPublic = publicProfileOf((await load()).settings);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        logger.warn({}, 'The public page shows the agency as it was last known', error);
      }
      return lastPublic;
    },

    change: async (input, context) => answerOf(await change(omitUndefined(input), context)),

    async logo() {
      const { logo } = (await load()).settings;
      return logo && logos.read(logo);
    },

    async changeLogo(bytes, context) {
      const logo = await logos.store(bytes);
      const { sha256 } = logo;
      let changed: Awaited<ReturnType<typeof change>>;
      try {
        changed = await change({ logo }, context, { logo: sha256 });
      } catch (error) {
        // Nothing names the file, unless nobody knows whether it was recorded.
        if (error instanceof Refusal && error.kind !== 'unavailable') await logos.discard(logo);
        throw error;
      }
      if (changed.settings.logo?.fileKey !== logo.fileKey) await logos.discard(logo);
      return answerOf(changed);
    },

    removeLogo: async (context) => answerOf(await change({ logo: null }, context)),

    async history() {
      return agencyHistory(await commands.readHistory<AgencyEvent>(AGENCY_STREAM), decider);
    },
  };
}

interface Loaded {
  readonly settings: AgencySettings;
  readonly version: number;
}

const viewOf = ({ settings, version }: Loaded): AgencySettingsView => ({
  ...settings,
  logo: settings.logo && logoView(settings.logo),
  version,
});

const answerOf = (changed: Loaded & { repeated: boolean }): ChangedAgencySettings => ({
  settings: viewOf(changed),
  warnings: warningsOf(changed.settings),
  repeated: changed.repeated,
});

const warningsOf = ({ gstin }: AgencySettings): Warning[] => {
  const warning = gstin === null ? null : gstinWarning(gstin);
  return warning ? [warning] : [];
};

const logoView = ({ mimeType, size, sha256, width, height }: Logo): LogoView => ({
  path: `${LOGO_PATH}?v=${sha256.slice(0, 16)}`,
  mimeType,
  size,
  width,
  height,
});
