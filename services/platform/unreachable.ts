/** The default of an exhaustive switch: a case that is missing does not compile. */
export const unreachable = (value: never): never => {
  // Not what it holds, which may be personal: errors are logged.
  const { type } = Object(value) as { type?: unknown };
  throw new Error(`No case for ${typeof type === 'string' ? type : typeof value}`);
};
