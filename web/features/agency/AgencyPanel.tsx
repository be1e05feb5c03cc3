import { Button, Callout, Intent, Radio, RadioGroup } from '@blueprintjs/core';
import { useCallback, useState } from 'react';
import { operation } from '../../data/operation';
import { AgencySettingsDocument, ReminderSettingsDocument } from '../../data/operations.generated';
import { SettingsDialog } from '../../records/reminders/SettingsDialog';
import { formatHour, WEEKDAYS } from '../../records/reminders/settingsForm';
import { ConfirmUnsaved } from '../../ui/ConfirmUnsaved';
import { HistoryEntries } from '../../ui/record/HistoryEntries';
import { Loaded } from '../../ui/record/Loaded';
import { SectionCard } from '../../ui/SectionCard';
import { useAddress } from '../../ui/useAddress';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard';
import { GstCard } from './GstCard';
import { LetterheadGroup } from './LetterheadGroup';
import { LogoField } from './LogoField';
import { LeadsGroup, PublicPageGroup, RecordsGroup, RequestsGroup } from './textGroups';
import type { AgencySettings, LoadedSettings } from './useAgencySettings';
import { useSaveAtOnce } from './useSaveAtOnce';
import './agency.css';

/** What an administrator sets for the whole agency; every group is saved by itself. */
export default function AgencyPanel() {
  return (
    <Loaded
      query={operation(AgencySettingsDocument, {})}
      fetchPolicy="cache-and-network"
      what="the settings of the agency"
      rowHeight={56}
    >
      {({ agencySettings: settings, history }) => <Groups loaded={{ settings, history }} />}
    </Loaded>
  );
}

function Groups({ loaded }: { loaded: LoadedSettings }) {
  const { settings, history } = loaded;
  const { params } = useAddress();
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const mark = useCallback(
    (group: string, isUnsaved: boolean) =>
      setUnsaved((now) => {
        if (now.has(group) === isUnsaved) return now;
        const next = new Set(now);
        if (isUnsaved) next.add(group);
        else next.delete(group);
        return next;
      }),
    [],
  );
  const markLetterhead = useCallback((is: boolean) => mark('letterhead', is), [mark]);
  const markPublicPage = useCallback((is: boolean) => mark('public page', is), [mark]);
  const markRecords = useCallback((is: boolean) => mark('records', is), [mark]);
  const markLeads = useCallback((is: boolean) => mark('leads', is), [mark]);
  const markRequests = useCallback((is: boolean) => mark('requests', is), [mark]);
  // The dialog over the page asks for itself, and one question at a time is all there can be.
  const isDialogOpen = params.get('settings') === '1';

  return (
    <div className="agency-cards">
      {settings.name === null && (
        <Callout intent={Intent.WARNING} icon={null} role="status">
          The agency has no name yet: quotations, emails and the public page show “InsureManager” in
          its place. Set the letterhead below.
        </Callout>
      )}
      <LetterheadGroup
        loaded={loaded}
        markUnsaved={markLetterhead}
        logo={<LogoField settings={settings} />}
      />
      <PublicPageGroup loaded={loaded} markUnsaved={markPublicPage} />
      <RemindersCard />
      <GstCard settings={settings} />
      <RecordsGroup loaded={loaded} markUnsaved={markRecords} />
      <RequestsGroup loaded={loaded} markUnsaved={markRequests} />
      <BooksCard settings={settings} />
      <LeadsGroup loaded={loaded} markUnsaved={markLeads} />
      <HistoryCard history={history} />
      {unsaved.size > 0 && !isDialogOpen && <UnsavedGuard />}
    </div>
  );
}

const SHOWN_AT_FIRST = 10;

/** Every change, the newest first. */
function HistoryCard({ history }: Pick<LoadedSettings, 'history'>) {
  const [isWhole, setWhole] = useState(false);
  const entries = history.toSorted((a, b) => b.version - a.version);
  const shown = isWhole ? entries : entries.slice(0, SHOWN_AT_FIRST);
  return (
    <SectionCard title="History">
      {shown.length > 0 ? (
        <HistoryEntries entries={shown} formatValue={(_field, value) => value} />
      ) : (
        <p className="muted">No changes yet.</p>
      )}
      {shown.length < entries.length && (
        <Button onClick={() => setWhole(true)}>Show all {entries.length} changes</Button>
      )}
    </SectionCard>
  );
}

const always = () => true;
const screenOf = ({ pathname, search }: { pathname: string; search: string }) =>
  // The dialog of the reminders opens over what is typed.
  `${pathname}${search.replace(/[?&]settings=1/, '')}`;

function UnsavedGuard() {
  const { isAsking, stay, leave } = useUnsavedGuard(always, screenOf);
  return <ConfirmUnsaved isOpen={isAsking} onKeep={stay} onDiscard={leave} />;
}

/** When the calendar asks for reminders: the reminders' own settings. */
function RemindersCard() {
  const { open } = useAddress();
  return (
    <SectionCard title="Reminders">
      <Loaded
        query={operation(ReminderSettingsDocument, {})}
        fetchPolicy="cache-and-network"
        what="the settings of reminders"
        rowHeight={44}
      >
        {({ reminderSettings: { days, hour, quietWeekdays, quietDays } }) => (
          <dl className="agency-facts">
            <dt>Days before the end</dt>
            <dd>{days.length > 0 ? days.join(', ') : 'No automatic reminders'}</dd>
            <dt>From</dt>
            <dd>{formatHour(hour)}</dd>
            <dt>Quiet days</dt>
            <dd>{quietInWords(quietWeekdays, quietDays.length)}</dd>
          </dl>
        )}
      </Loaded>
      <Button onClick={() => open({ settings: '1' })}>Change Reminders</Button>
      <SettingsDialog />
    </SectionCard>
  );
}

function quietInWords(weekdays: readonly number[], dates: number): string {
  const words = weekdays.map((day) => `${WEEKDAYS[day]}s`);
  if (dates > 0) words.push(dates === 1 ? '1 date' : `${dates} dates`);
  return words.join(', ') || 'None';
}

/** Whether agents see each other's customers. */
function BooksCard({ settings }: { settings: AgencySettings }) {
  const save = useSaveAtOnce();
  /** Until it has been saved, or has failed. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const choose = async (ownBook: boolean) => {
    setChosen(ownBook);
    await save({ ownBook }, settings.version);
    setChosen(null);
  };
  return (
    <SectionCard title="Who sees which customers">
      <RadioGroup
        label="Agents see"
        name="own-book"
        selectedValue={(chosen ?? settings.ownBook) ? 'own' : 'all'}
        onChange={({ currentTarget: { value } }) => void choose(value === 'own')}
      >
        <Radio value="all" label="All customers" />
        <Radio value="own" label="Their own customers, and those without an owner" />
      </RadioGroup>
      <p className="muted">
        Takes effect immediately in lists, figures and search. Managers, auditors, analysts and
        administrators always see all customers.
      </p>
    </SectionCard>
  );
}
