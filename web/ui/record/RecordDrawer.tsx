import { Tab, Tabs } from '@blueprintjs/core';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useGatewayQuery } from '../../data/operation';
import { useAllowed } from '../allowed';
import { Drawer } from '../Drawer';
import { SkeletonRows } from '../list/SkeletonRows';
import { Badge } from '../StatusBadge';
import { useAddress } from '../useAddress';
import { DetailsTab } from './DetailsTab';
import { HistoryPanel } from './HistoryPanel';
import { LoadFailure } from './Loaded';
import type { FormatValue, RecordType, SavedRecord } from './recordType';
import './RecordDrawer.css';

export interface RecordTab {
  id: string;
  title: string;
  panel: ReactElement;
}

interface RecordDrawerProps<Saved extends SavedRecord> {
  type: RecordType<Saved>;
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  /** Under the name: badges and the like. */
  subtitle: (record: Saved) => ReactNode;
  avatar: (record: Saved) => ReactNode;
  actions: (record: Saved) => ReactNode;
  /** What the first tab shows: of now, or as of a day. */
  details: (record: Saved) => ReactNode;
  /** Over the details of now. */
  aboveDetails?: (record: Saved) => ReactNode;
  /** Between the details and the history; `record` null: it is in no list any more. */
  tabs?: (id: number, record: Saved | null) => RecordTab[];
  /** Values of the history; those of the type when left out. */
  formatValue?: (record: Saved | null) => FormatValue;
}

/** A record beside its list: what it is, what belongs to it, and all that happened to it. */
export function RecordDrawer<Saved extends SavedRecord>(props: RecordDrawerProps<Saved>) {
  const { type, id, onClose } = props;
  const { params } = useAddress();
  const { data, error, retry, loading } = useGatewayQuery(type.details(id ?? 0), {
    skip: id === null,
  });
  const canLookBack = useAllowed('history.read');
  const former = useFormerRecord(type, canLookBack && data?.record === null ? id : null);
  const asof = params.get('asof') ?? '';
  const view = {
    id: id ?? 0,
    record: data?.record,
    tab: params.get('tab') ?? (data?.record === null ? 'history' : 'details'),
    day: canLookBack && isDay(asof) ? asof : null,
  };
  // What was open stays as it was while the drawer slides out.
  const shown = useRef(view);
  if (id !== null) shown.current = view;
  const { record, ...panels } = shown.current;

  return (
    <Drawer
      isOpen={id !== null}
      onClose={onClose}
      title={(record ? type.nameOf(record) : former?.name) ?? type.typename}
      subtitle={
        record
          ? props.subtitle(record)
          : former && <Badge tone="ended">{former.isDeleted ? 'Deleted' : 'Unknown'}</Badge>
      }
      avatar={record && props.avatar(record)}
      actions={record && props.actions(record)}
    >
      {loading && !data && <SkeletonRows height={56} what={`the ${type.one}`} />}
      {error && <LoadFailure what={`the ${type.one}`} error={error} onRetry={retry} />}
      {record !== undefined && <RecordPanels {...props} {...panels} record={record} />}
    </Drawer>
  );
}

interface RecordPanelsProps<Saved extends SavedRecord> extends RecordDrawerProps<Saved> {
  id: number;
  /** Null: it is in no list any more. */
  record: Saved | null;
  /** The id of the tab shown; the first when there is no such tab. */
  tab: string;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
}

/** The tabs of a record; only the panel in sight is there. */
function RecordPanels<Saved extends SavedRecord>(props: RecordPanelsProps<Saved>) {
  const { type, id, record, tab, day } = props;
  const { change } = useAddress();
  const canLookBack = useAllowed('history.read');
  const formatValue = props.formatValue?.(record) ?? type.formatValue;
  const details = (
    <>
      {!day && record && props.aboveDetails?.(record)}
      <DetailsTab {...{ type, id, record, day }} onDay={(next) => change({ asof: next })}>
        {props.details}
      </DetailsTab>
    </>
  );
  const tabs: RecordTab[] = [
    { id: 'details', title: 'Details', panel: details },
    ...(props.tabs?.(id, record) ?? []),
    ...(canLookBack
      ? [
          {
            id: 'history',
            title: 'History',
            panel: <HistoryPanel {...{ type, id, formatValue }} />,
          },
        ]
      : []),
  ];
  return (
    <Tabs
      id={`${type.one}-${id}`}
      className="record-tabs"
      selectedTabId={tabs.some((one) => one.id === tab) ? tab : 'details'}
      onChange={(next) => change({ tab: String(next) })}
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
