import { useEffect } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  ImportDocument,
  ImportProgressDocument,
  type ImportQuery,
  ImportsDocument,
} from '../../data/operations.generated';
import { isBusy } from './importTexts';

/** How often it is asked how far an import is. */
const POLL_MS = 1_000;

export type ImportOf = NonNullable<ImportQuery['import']>;
export type SheetOf = ImportOf['sheets'][number];
export type ColumnOf = SheetOf['columns'][number];

const ALL = operation(ImportsDocument, {});

/** The imports of the agency, the newest first, as they are while some go on. */
export function useImports() {
  const query = useGatewayQuery(ALL, { fetchPolicy: 'cache-and-network' });
  const imports = query.data?.imports;
  usePolling(query, imports?.some(({ state }) => isBusy(state)) === true);
  return { imports, error: query.error, retry: query.retry };
}

/** One import, as it is while it goes on; null: there is none. */
export function useImport(id: number) {
  const query = useGatewayQuery(operation(ImportDocument, { id }), {
    fetchPolicy: 'cache-and-network',
  });
  const found = query.data?.import;
  usePolling(query, found ? isBusy(found.state) : false);
  return { found, error: query.error, retry: query.retry };
}

/** How far one is, of which nothing else is shown; null: there is none. */
export function useImportProgress(id: number) {
  const query = useGatewayQuery(operation(ImportProgressDocument, { id }), {
    fetchPolicy: 'cache-and-network',
  });
  const found = query.data?.import;
  usePolling(query, found ? isBusy(found.state) : false);
  return found;
}

interface Polled {
  startPolling: (interval: number) => void;
  stopPolling: () => void;
}

function usePolling({ startPolling, stopPolling }: Polled, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    startPolling(POLL_MS);
    return stopPolling;
  }, [isOn, startPolling, stopPolling]);
}
