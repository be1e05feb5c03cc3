import { z } from 'zod';

/* The fields that messages are made of, as their consumers read them. */

export const id = (description: string) =>
  z
    .int()
    .positive()
    .meta({ description, examples: [1200] });

export const amount = (description: string) =>
  z
    .int()
    .nonnegative()
    .meta({ description: `${description}, in paise`, examples: [1_850_000] });

export const day = (description: string) =>
  z.string().meta({
    description: `${description}, in Asia/Kolkata`,
    format: 'date',
    examples: ['2026-04-01'],
  });

export const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) => z.enum(values).meta({ description });

/** Names of fields, of which there may be new ones at any time. */
export const changedFields = z.array(z.string()).meta({
  description: 'Names of the fields that changed; personal values are not included',
  examples: [['phone']],
});

export const insuranceCompany = z
  .string()
  .meta({ description: 'The insurer, as the brokerage writes it', examples: ['New India'] });

export const customerId = id('The customer');

/** Whoever counts emails that reached somebody leaves those out. */
export const keptEmail = z
  .boolean()
  .nullable()
  .meta({
    description:
      'True: no mail server was set up, and the email was stored as a file; it reached nobody. ' +
      'Null: not known, of earlier ones',
    examples: [false],
  });
