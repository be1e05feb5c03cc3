import type { HistoryEntry } from './recordType';

export type FieldOf<Values> = keyof Values & string;

/** How a record stands in its form; `Values` has a member for each field of the form. */
export interface EditRules<Saved, Values> {
  labels: Readonly<Record<FieldOf<Values>, string>>;
  /** What stands in the form before anything is typed. */
  formOf: (record: Saved) => Values;
  /**
   * What the record holds, where the form does not show all of it: a mask, say, over a field that is
   * empty until one types. As `formOf` when left out.
   */
  storedValuesOf?: (record: Saved) => Values;
  /** A value as people read it; nothing is shown as "(empty)". */
  format: (field: FieldOf<Values>, value: Values[FieldOf<Values>]) => string;
}

/** A field that both have changed, each as people read it. */
export interface Contest<Field extends string> {
  field: Field;
  label: string;
  mine: string;
  theirs: string;
}

/** An edit brought onto the record as others have changed it meanwhile. */
export interface Rebased<Saved, Values> {
  record: Saved;
  /** My changes on top of theirs; where both changed a field, mine. */
  values: Values;
  contests: Contest<FieldOf<Values>>[];
  /** Who changed what and when, since the version that the edit began with. */
  meanwhile: HistoryEntry[];
}

export const fieldsOf = <Values>(rules: Pick<EditRules<never, Values>, 'labels'>) =>
  Object.keys(rules.labels) as FieldOf<Values>[];

/** Lists, such as the insured persons of a policy, are the same when they hold the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** `base` is the record when the edit began, `now` as it is. */
export function rebased<Saved extends { version: number }, Values>(
  rules: EditRules<Saved, Values>,
  base: Saved,
  now: Saved,
  typed: Values,
  history: readonly HistoryEntry[],
): Rebased<Saved, Values> {
  const { formOf, storedValuesOf = formOf } = rules;
  const fields = fieldsOf<Values>(rules);
  const before = formOf(base);
  const storedBefore = storedValuesOf(base);
  const theirs = storedValuesOf(now);
  const mine = fields.filter((field) => !isSame(typed[field], before[field]));
  const contested = mine.filter(
    (field) => !isSame(theirs[field], storedBefore[field]) && !isSame(typed[field], theirs[field]),
  );
  const shown = (field: FieldOf<Values>, values: Values) =>
    rules.format(field, values[field]) || '(empty)';

  const values = formOf(now);
  for (const field of mine) values[field] = typed[field];
  return {
    record: now,
    values,
    contests: contested.map((field) => ({
      field,
      label: rules.labels[field],
      mine: shown(field, typed),
      theirs: shown(field, theirs),
    })),
    meanwhile: history.filter((entry) => entry.version > base.version),
  };
}
