/** Code that comes when it is asked for. */
export interface Code<Module> {
  /** Asked again after a failure, it is tried again. */
  readonly fetch: () => Promise<Module>;
  /** Undefined until it has come. */
  readonly arrived: Module | undefined;
}

export function codeOf<Module>(load: () => Promise<Module>): Code<Module> {
  let arrived: Module | undefined;
  return {
    async fetch() {
      arrived = await load();
      return arrived;
    },
    get arrived() {
      return arrived;
    },
  };
}
