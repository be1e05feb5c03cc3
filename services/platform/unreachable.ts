/** The default of an exhaustive switch: a case that is missing does not compile. */
export const unreachable = (value: never): never => {
  throw new Error(`No case for ${JSON.stringify(value)}`);
};
