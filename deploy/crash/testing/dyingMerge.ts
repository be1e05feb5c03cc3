/**
 * A process that merges two customers, or parts them, and is killed at a point that its parent chose.
 * It gets what it needs by a message.
 */
import type { MergeInput } from '@insuremanager/contracts/customers/duplicates';
import { createCustomers } from '@insuremanager/services/customers/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { onInput } from '../../harness/forked.js';
import { die, type Installation, openInstallation } from './dying.js';

/** Where the process ends: before a half of the work is written, or before that can be said. */
export type MergeFaultPoint =
  | `${'before' | 'after'} ${'MergeCustomer' | 'TakeDuplicate'}`
  | `${'before' | 'after'} ${'UndoMerge' | 'GiveBack'}`;

export interface DyingMergeInput extends Installation {
  readonly faultPoint: MergeFaultPoint;
  readonly intoId: number;
  /** Of a merge; of its undoing only who goes. */
  readonly asked: MergeInput;
  readonly context: CommandContext;
}

async function run(input: DyingMergeInput): Promise<object> {
  const { faultPoint, intoId, asked, context } = input;
  const [when, half] = faultPoint.split(' ');
  const services = await openInstallation(input);
  services.readModels.start();
  const { platform, readModels } = services;
  const { commands } = platform;
  const customers = createCustomers(
    {
      ...platform,
      commands: {
        ...commands,
        async run(decider, request) {
          const { type } = request.command as { readonly type?: string };
          if (type !== half) return commands.run(decider, request);
          if (when === 'before') await die();
          await commands.run(decider, request);
          return die();
        },
      },
    },
    readModels,
    services,
  );
  const isUndone = half === 'UndoMerge' || half === 'GiveBack';
  await (isUndone
    ? customers.undoMerge(intoId, asked.duplicateId, context)
    : customers.merge(intoId, asked, context));
  return {};
}

onInput(run, { goesOn: true });
