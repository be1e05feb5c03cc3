import { readdirSync, readFileSync } from 'node:fs';
import { messageDefinitions } from '@insuremanager/contracts/messages/integrationMessages';
import { describe, expect, it } from 'vitest';
import { goldenName } from '../codec/goldenEvents.js';
import { type GoldenMessage, goldenMessage } from './goldenMessages.js';

const folder = new URL('./golden/', import.meta.url);
const golden = (type: string, version: number): GoldenMessage =>
  JSON.parse(readFileSync(new URL(`${goldenName(type, version)}.json`, folder), 'utf8'));

const versions = messageDefinitions.flatMap((definition) =>
  Array.from({ length: definition.version }, (_, i) => ({ definition, version: i + 1 })),
);

describe('what consumers of messages rely on', () => {
  it.each(messageDefinitions)('$type is published as its version says', (definition) => {
    const now = JSON.parse(JSON.stringify(goldenMessage(definition)));
    expect(now).toEqual(golden(definition.type, definition.version));
    expect(definition.schema.safeParse(now.example).success).toBe(true);
  });

  it.each(versions)(
    '$definition.type has all that its version $version had, on the same topic',
    ({ definition, version }) => {
      const { topic, example } = golden(definition.type, version);
      expect(goldenMessage(definition)).toMatchObject({ topic, example });
    },
  );

  it('has no file without a message', () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
    const expected = versions.map(({ definition, version }) =>
      goldenName(definition.type, version),
    );
    expect(names.toSorted()).toEqual(expected.toSorted());
  });
});
