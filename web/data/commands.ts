import { useApolloClient } from '@apollo/client/react';
import { useCallback, useRef } from 'react';
import type { Operation } from './operation';
import { type Failure, failureOf, isDecided } from './problems';

/**
 * Names one command, so that sending it again after a lost answer is recognised. A UUID of version
 * 4; made by hand where the page is served without TLS, as browsers then lack randomUUID.
 */
export function newCommandId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

interface Repeatable {
  /** What the command is about, where one part of the screen sends several. */
  subject?: string | number;
  /** What makes it another command than the last one about the same subject. */
  content?: string;
}

type Answer<Data> = { data: Data; failure?: undefined } | { failure: Failure };

export type SendCommand = <Data>(
  toSend: (commandId: string) => Operation<Data>,
  repeatable?: Repeatable,
) => Promise<Answer<Data>>;

/**
 * Sends mutations. Trying again after a lost answer repeats the command under the same id; after an
 * answer the next attempt is a new one.
 */
export function useCommands(): SendCommand {
  const client = useApolloClient();
  const unanswered = useRef(new Map<string | number, { id: string; content: string }>());
  return useCallback(
    async (toSend, { subject = '', content = '' } = {}) => {
      const last = unanswered.current.get(subject);
      const id = last?.content === content ? last.id : newCommandId();
      unanswered.current.set(subject, { id, content });
      const { query: mutation, variables } = toSend(id);
      try {
        const { data } = await client.mutate({ mutation, variables });
        if (!data) throw new Error('The answer held nothing');
        unanswered.current.delete(subject);
        return { data };
      } catch (error) {
        const failure = failureOf(error);
        if (isDecided(failure)) unanswered.current.delete(subject);
        return { failure };
      }
    },
    [client],
  );
}
