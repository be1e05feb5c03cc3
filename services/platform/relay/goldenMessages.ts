import { sampleOf } from '@insuremanager/contracts/events/sample';
import {
  type MessageDefinition,
  topicOf,
} from '@insuremanager/contracts/messages/messageDefinition';
import { z } from 'zod';

/**
 * A version of a message as it is published: its JSON Schema without descriptions, and an example
 * with a value for every field. There is a file of each version of every message, which never
 * changes.
 */
export interface GoldenMessage {
  readonly topic: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly schema: object;
  readonly example: unknown;
}

export const goldenMessage = ({
  type,
  version,
  context,
  schema,
}: MessageDefinition): GoldenMessage => ({
  topic: topicOf(context),
  type,
  schemaVersion: version,
  schema: z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.description;
      delete jsonSchema.examples;
    },
  }),
  example: sampleOf(schema, type),
});
