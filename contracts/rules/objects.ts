/** An object without the fields that are undefined; null stays. */
export const omitUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  fieldsThat((value) => value !== undefined, fields);

/** An object without the fields that are undefined or null: what a new record says. */
export const omitMissing = <Fields extends object>(fields: Fields): Partial<Fields> =>
  fieldsThat((value) => value !== undefined && value !== null, fields);

/** Without a list of entries on the way: this is done several times for each row of an import. */
function fieldsThat<Fields extends object>(
  isKept: (value: unknown) => boolean,
  fields: Fields,
): Partial<Fields> {
  const kept: Partial<Fields> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[])
    if (isKept(fields[name])) kept[name] = fields[name];
  return kept;
}

/** Some of an object's fields. */
export const pick = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> => {
  const picked: Partial<From> = {};
  for (const name of names) picked[name] = from[name];
  return picked as Pick<From, Name>;
};

/** An object without some of its fields. */
export const omit = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Omit<From, Name> =>
  Object.fromEntries(
    Object.entries(from).filter(([name]) => !(names as readonly string[]).includes(name)),
  ) as Omit<From, Name>;

/** The names of an object’s fields, such as the words of a choice by their labels. */
export const namesOf = <From extends object>(from: From) =>
  Object.keys(from) as (keyof From & string)[];
