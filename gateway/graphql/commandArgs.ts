import { invalid } from '@insuremanager/services/platform/errors';

const LONGEST_COMMAND_ID = 200;

/** @throws Refusal `invalid`, naming `commandId`. */
export function checkedCommandId(commandId: string): string {
  if (commandId.length > 0 && commandId.length <= LONGEST_COMMAND_ID) return commandId;
  const message = `commandId must have 1 to ${LONGEST_COMMAND_ID} characters`;
  throw invalid([{ field: 'commandId', code: 'out-of-range', message }]);
}

/** What the client sent, without the fields that the input class holds as undefined. */
export const given = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
