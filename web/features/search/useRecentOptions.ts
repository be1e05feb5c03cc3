import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { FragmentDefinitionNode } from 'graphql';
import { useMemo } from 'react';
import type { RecordKey } from '../../records/addresses';
import { FOUND_RECORDS } from './foundRecords';
import { type OptionGroup, optionOf } from './searchOptions';

/** What was opened last, as it is called now; what has been deleted since is left out. */
export function useRecentOptions(records: readonly RecordKey[]): OptionGroup[] {
  const client = useApolloClient();
  return useMemo(() => {
    const options = records
      .map((record) => optionOf(record, rememberedOf(client, record)))
      .filter(({ title }) => title !== '');
    return options.length > 0 ? [{ heading: 'Recently opened', options }] : [];
  }, [client, records]);
}

/**
 * Whatever was opened is remembered by the client, until it is deleted; its customer may have been
 * changed, and thereby forgotten.
 */
function rememberedOf({ cache }: ApolloClient, { kind, id }: RecordKey): object {
  const { opened } = FOUND_RECORDS[kind];
  const { name, typeCondition } = opened.definitions[0] as FragmentDefinitionNode;
  const remembered = cache.readFragment<object>({
    fragment: opened,
    fragmentName: name.value,
    id: cache.identify({ __typename: typeCondition.name.value, id }),
    returnPartialData: true,
  });
  return remembered ?? {};
}
