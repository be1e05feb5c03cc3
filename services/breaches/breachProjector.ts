import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import type {
  BreachEvent,
  BreachLetterEvent,
  BreachPersonsListed,
} from '@insuremanager/contracts/privacy/breachEvents';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import {
  breachesTable,
  breachLettersTable,
  breachPersonsTable,
  confirmationsTable,
} from './breachTables.js';

const TABLE = breachesTable.name;

type Projected = BreachEvent | BreachLetterEvent | EventOf<typeof BreachPersonsListed>;

export const breachProjector = defineProjector<Projected>()({
  name: 'breaches',
  version: 2,
  tables: [breachesTable, confirmationsTable, breachPersonsTable, breachLettersTable],
  on: {
    BreachOpened: ({ data }, rows) =>
      rows.put(TABLE, {
        ...{ id: data.breachId, aware_at: data.awareAt, is_closed: false },
        ...{ cert_in_reported: false, board_informed: false },
        ...{ persons_informed: false, board_report: false },
        ...{ cleared_revision: -1, letters_revision: -1 },
      }),
    BreachDescribed: ({ data }, rows) =>
      rows.patch(TABLE, data.breachId, { aware_at: data.awareAt }),
    BreachClosed: ({ data }, rows) => rows.patch(TABLE, data.breachId, { is_closed: true }),
    BreachStepEnded: ({ data }, rows) => rows.patch(TABLE, data.breachId, { [data.step]: true }),
    BreachStepReopened: ({ data }, rows) =>
      rows.patch(TABLE, data.breachId, { [data.step]: false }),
    BreachPersonsConfirmed: ({ data, revision }, rows) =>
      rows.put(confirmationsTable.name, {
        ...{ id: data.confirmationId, breach_id: data.breachId, revision: Number(revision) },
      }),
    BreachPersonsCleared: ({ data, revision }, rows) =>
      rows.patch(TABLE, data.breachId, { cleared_revision: Number(revision) }),
    BreachLettersRequested: ({ data, revision }, rows) =>
      rows.patch(TABLE, data.breachId, { letters_revision: Number(revision) }),

    BreachPersonsListed: ({ data }, rows, context) => {
      const { breachId, confirmationId, customerIds } = data;
      context.allocated('breachConfirmation', confirmationId);
      const kinds = data.data.join(',');
      for (const customerId of customerIds) {
        rows.put(breachPersonsTable.name, {
          ...{ id: `${confirmationId}-${customerId}`, breach_id: breachId },
          ...{ confirmation_id: confirmationId, customer_id: customerId, data: kinds },
        });
      }
    },

    BreachLetterStarted: ({ data, at }, rows) =>
      rows.put(breachLettersTable.name, {
        ...{ ...letterOf(data), state: 'sending', attempt: data.attempt, at },
      }),
    BreachLetterEnded: ({ data, at }, rows) =>
      rows.patch(breachLettersTable.name, letterOf(data).id, { state: data.outcome, at }),
    BreachLetterRenewed: ({ data, at }, rows) =>
      rows.patch(breachLettersTable.name, letterOf(data).id, { state: 'renewed', at }),
  },
});

const letterOf = ({
  breachId,
  customerId,
}: {
  breachId: number;
  customerId: number;
}): Row & { id: string } => ({
  ...{ id: `${breachId}-${customerId}`, breach_id: breachId, customer_id: customerId },
});
