/** An object without the fields that are undefined; null stays. */
export const omitUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;

/** An object without the fields that are undefined or null: what a new record says. */
export const omitMissing = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Fields>;

/** Some of an object's fields. */
export const pick = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;

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
