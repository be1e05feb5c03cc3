import type { Table } from '../platform/readModels/projector.js';

/** One row for each breach: what its clocks need. What was typed stays in its stream. */
export const breachesTable: Table = {
  name: 'breaches',
  book: 'none',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    aware_at: { type: 'timestamptz' },
    is_closed: { type: 'boolean' },
    cert_in_reported: { type: 'boolean' },
    board_informed: { type: 'boolean' },
    persons_informed: { type: 'boolean' },
    board_report: { type: 'boolean' },
    /** Persons that were confirmed up to this revision are none any more. */
    cleared_revision: { type: 'integer' },
    /** Those that were confirmed up to this revision get a letter; -1: nobody yet. */
    letters_revision: { type: 'integer' },
  },
  indexes: [],
};

export const confirmationsTable: Table = {
  name: 'breach_confirmations',
  book: 'none',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    breach_id: { type: 'integer' },
    /** Of the breach’s stream. */
    revision: { type: 'integer' },
  },
  indexes: ['(breach_id)'],
};

/** Whom a confirmation names; it counts while its confirmation does. */
export const breachPersonsTable: Table = {
  name: 'breach_persons',
  // Filed under the number that was written down, and of the one to whom that leads.
  book: 'customer_id',
  key: 'id',
  columns: {
    /** The confirmation and the customer. */
    id: { type: 'text' },
    breach_id: { type: 'integer' },
    confirmation_id: { type: 'integer' },
    customer_id: { type: 'integer' },
    /** Kinds of data, separated by commas. */
    data: { type: 'text' },
  },
  indexes: ['(breach_id, customer_id)'],
};

export const breachLettersTable: Table = {
  name: 'breach_letters',
  // Filed under the number that was written down, and of the one to whom that leads.
  book: 'customer_id',
  key: 'id',
  columns: {
    /** The breach and the customer. */
    id: { type: 'text' },
    breach_id: { type: 'integer' },
    customer_id: { type: 'integer' },
    /** `sending`, `renewed`, or how the last attempt ended. */
    state: { type: 'text' },
    attempt: { type: 'integer' },
    at: { type: 'timestamptz' },
  },
  indexes: ['(breach_id, customer_id)'],
};
