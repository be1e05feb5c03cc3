import { Button, Classes, Tab, Tabs } from '@blueprintjs/core';
import { type Day, formatDay, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useGatewayQuery } from '../../data/operation';
import { useAllowed } from '../allowed';
import { Drawer } from '../Drawer';
import { SkeletonRows } from '../list/SkeletonRows';
import { Badge } from '../StatusBadge';
import { useAddress } from '../useAddress';
import { GoneRecord } from './GoneRecord';
import { HistoryTab } from './HistoryTab';
import { LoadFailure } from './Loaded';
import type { FormatValue, RecordType, SavedRecord } from './recordType';
import { type PastRecord, usePastRecord } from './usePastRecord';
import './RecordDrawer.css';

export interface RecordTab {
  id: string;
  title: string;
  panel: ReactElement;
}

/** The drawer of a type of record, beside its list. */
export interface DrawerProps<Saved, Action extends string> {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  onAction: (action: Action, record: Saved) => void;
}

interface RecordDrawerProps<Saved extends SavedRecord>
  extends Omit<DrawerProps<Saved, never>, 'onAction'> {
  type: RecordType<Saved>;
  /** Over a dialog. */
  isModal?: boolean;
  /** Under the name: badges, whose it is, how much, how long. */
  subtitle: (record: Saved) => ReactNode;
  avatar: (record: Saved) => ReactNode;
  actions: (record: Saved) => ReactNode;
  /** What the first tab shows, and the history as of a day. */
  details: (record: Saved) => ReactNode;
  /** Over the details of now. */
  aboveDetails?: (record: Saved) => ReactNode;
  /** Between the details and the history; `record` null: it is in no list any more. */
  tabs?: (id: number, record: Saved | null) => RecordTab[];
  /** Values of the history; those of the type when left out. */
  formatValue?: (record: Saved | null) => FormatValue;
}

/** What is open: a record and how it is looked at. */
interface View<Saved> {
  id: number;
  /** Null: it is in no list any more. Undefined: it could not be loaded, or is on its way. */
  record: Saved | null | undefined;
  /** The id of the tab shown; the first when there is no such tab. */
  tab: string;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
}

/** A record beside its list: what it is, what belongs to it, and all that happened to it. */
export function RecordDrawer<Saved extends SavedRecord>(props: RecordDrawerProps<Saved>) {
  const { type, id, onClose } = props;
  const { params, change } = useAddress();
  const { data, error, retry } = useGatewayQuery(type.details(id ?? 0), {
    skip: id === null,
  });
  const canLookBack = useAllowed('history.read');
  const former = useFormerRecord(type, canLookBack && data?.record === null ? id : null);
  const asof = params.get('asof') ?? '';
  const tab = params.get('tab') ?? (data?.record === null || asof ? 'history' : 'details');
  const day = canLookBack && type.asOf && tab === 'history' && isDay(asof) ? asof : null;
  const isReady = data !== undefined || error !== undefined;
  const { id: shownId, ...view } = useShown(id, isReady, {
    id: id ?? 0,
    record: data?.record as Saved | null | undefined,
    tab,
    day,
  });
  const { record } = view;
  const past = usePastRecord(type, shownId, view.day);

  return (
    <Drawer
      isOpen={id !== null}
      onClose={onClose}
      isModal={props.isModal}
      isBusy={id !== null && id !== shownId}
      title={(record ? type.nameOf(record) : former?.name) ?? type.typename}
      subtitle={
        past ? (
          <PastSubtitle past={past}>{props.subtitle}</PastSubtitle>
        ) : record ? (
          props.subtitle(record)
        ) : (
          former && <Badge tone="ended">{former.isDeleted ? 'Deleted' : 'Unknown'}</Badge>
        )
      }
      avatar={record && props.avatar(record)}
      actions={
        past ? (
          <Button onClick={() => change({ asof: null })}>Back to today</Button>
        ) : (
          record && props.actions(record)
        )
      }
    >
      {record === undefined && !error && <SkeletonRows height={56} what={`the ${type.one}`} />}
      {error && <LoadFailure what={`the ${type.one}`} error={error} onRetry={retry} />}
      {record !== undefined && (
        <RecordPanels {...props} {...view} id={shownId} record={record} past={past} />
      )}
    </Drawer>
  );
}

/**
 * What is open; what was open before it stays until it is ready, and while the drawer slides out.
 */
function useShown<Saved>(id: number | null, isReady: boolean, asked: View<Saved>): View<Saved> {
  const shown = useRef<View<Saved> | null>(null);
  const wasOpen = useRef(false);
  if (id !== null && (isReady || !wasOpen.current || shown.current?.id === id)) {
    shown.current = asked;
  }
  wasOpen.current = id !== null;
  return shown.current ?? asked;
}

interface PastSubtitleProps<Saved> {
  past: PastRecord<Saved>;
  children: (record: Saved) => ReactNode;
}

/** What the head says of a day that is over. */
const PastSubtitle = <Saved,>({ past, children }: PastSubtitleProps<Saved>) => (
  <>
    {past.record && children(past.record)}
    <Badge tone="wait">{`As of ${formatDay(past.day)}`}</Badge>
  </>
);

interface RecordPanelsProps<Saved extends SavedRecord>
  extends RecordDrawerProps<Saved>,
    View<Saved> {
  id: number;
  record: Saved | null;
  past: PastRecord<Saved> | null;
}

/** The tabs of a record; only the panel in sight is there. */
function RecordPanels<Saved extends SavedRecord>(props: RecordPanelsProps<Saved>) {
  const { type, id, record, tab, past } = props;
  const { change } = useAddress();
  const canLookBack = useAllowed('history.read');
  const formatValue = props.formatValue?.(record) ?? type.formatValue;
  const details = record ? (
    <>
      {props.aboveDetails?.(record)}
      {props.details(record)}
    </>
  ) : (
    <GoneRecord one={type.one} hasHistory={canLookBack} />
  );
  const history = (
    <HistoryTab
      {...{ type, id, past, formatValue }}
      onDay={(next) => change({ tab: 'history', asof: next })}
    >
      {props.details}
    </HistoryTab>
  );
  const tabs: RecordTab[] = [
    { id: 'details', title: 'Details', panel: details },
    ...(props.tabs?.(id, record) ?? []),
    ...(canLookBack ? [{ id: 'history', title: 'History', panel: history }] : []),
  ];
  const tabsId = `${type.one}-${id}`;
  const selected = tabs.some((one) => one.id === tab) ? tab : 'details';
  useEffect(() => {
    // On a phone it may stand beyond the edge.
    const title = document.getElementById(`${Classes.TAB}-title_${tabsId}_${selected}`);
    title?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tabsId, selected]);
  return (
    <Tabs
      id={tabsId}
      className="record-tabs"
      selectedTabId={selected}
      onChange={(next) => change({ tab: String(next), asof: null })}
      renderActiveTabPanelOnly
    >
      {tabs.map((one) => (
        // Arrow keys reach only tabs that are expressly not disabled.
        <Tab key={one.id} {...one} disabled={false} />
      ))}
    </Tabs>
  );
}

/** Of one that is in no list: what the history still knows. `id` null: nothing is asked for. */
function useFormerRecord<Saved extends SavedRecord>(type: RecordType<Saved>, id: number | null) {
  const { data } = useGatewayQuery(type.history(id ?? 0), { skip: id === null });
  if (!data) return null;
  const { history } = data;
  return {
    name: type.formerName(history) ?? `${type.typename} ${id}`,
    isDeleted: history.at(-1)?.type.endsWith('Deleted') ?? false,
  };
}
