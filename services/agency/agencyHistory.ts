import type { AgencyEvent, AgencySettings } from '@insuremanager/contracts/agency/agencyEvents';
import { AGENCY_LABELS, AGENCY_SUBJECTS } from '@insuremanager/contracts/agency/agencyFields';
import type { FieldChange, HistoryEntry } from '@insuremanager/contracts/history';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { GST_CLASS_LABELS, type GstRate } from '@insuremanager/contracts/rules/gst';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { describeHistory } from '../platform/history.js';
import { listed } from '../platform/listed.js';

/** Every change of the agency's settings in words, oldest first. */
export const agencyHistory = (
  events: readonly RecordedEvent<AgencyEvent>[],
  decider: Pick<Decider<AgencySettings, never, AgencyEvent>, 'initial' | 'evolve'>,
): HistoryEntry[] =>
  describeHistory(events, decider, ({ data }, before, after) => {
    const names = NAMES.filter((name) => name in data);
    return {
      summary: `${listed(names.map((name) => AGENCY_SUBJECTS[name]))} changed`,
      changes: names.map((name) => changeOf(name, before, after)),
    };
  });

type Name = keyof typeof AGENCY_LABELS;
const NAMES = Object.keys(AGENCY_LABELS) as Name[];

const changeOf = (name: Name, before: AgencySettings, after: AgencySettings): FieldChange => ({
  field: name,
  label: AGENCY_LABELS[name],
  before: inWords(name, before),
  after: inWords(name, after),
});

/** A setting as people read it; null where there is none. */
function inWords(name: Name, settings: AgencySettings): string | null {
  switch (name) {
    case 'logo': {
      const { logo } = settings;
      return logo && `${logo.width} × ${logo.height} pixels, ${formatFileSize(logo.size)}`;
    }
    case 'socialLinks':
      return settings.socialLinks.join(', ') || null;
    case 'gstRates':
      return settings.gstRates.map(rateInWords).join('; ') || null;
    case 'retentionYears':
      return `${settings.retentionYears} years`;
    case 'leadPincodes':
      return settings.leadPincodes ?? '';
    case 'requestDays':
      return `${settings.requestDays} days`;
    case 'ownBook':
      return settings.ownBook ? 'Their own customers' : 'All customers';
    default:
      return settings[name];
  }
}

const rateInWords = ({ what, from, percent }: GstRate): string =>
  `${GST_CLASS_LABELS[what]} ${percent} % from ${formatDay(from)}`;
