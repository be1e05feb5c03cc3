import type { ApolloClient } from '@apollo/client';
import { createApolloClient } from './apolloClient';
import { type AskedTimes, createAskedTimes } from './live/liveData';

/** The way to the gateway's GraphQL, and what is remembered of its answers. */
export interface Gateway {
  readonly client: ApolloClient;
  readonly asked: AskedTimes;
  /** Calls when an answer says that the session is over; the function returned ends that. */
  onSessionEnded(listener: () => void): () => void;
}

/** One for each load of the page: signing out leaves the page. */
export function openGateway(): Gateway {
  const listeners = new Set<() => void>();
  const asked = createAskedTimes();
  const markEnded = () => {
    for (const listener of listeners) listener();
  };
  return {
    client: createApolloClient(markEnded, asked.link),
    asked,
    onSessionEnded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
