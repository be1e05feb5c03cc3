/**
 * What a program needs of its surroundings to run at all. None of it is a setting of ours, but for
 * the data folder, which says whose process it is.
 */
const SYSTEM: readonly RegExp[] = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|DATA_DIR)$/,
  /^(LANG|LANGUAGE|LC_[A-Z]+|TZ|TZDIR)$/,
  /^(LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|SYSTEMROOT|WINDIR)$/i,
];

/** What Node and its libraries read by themselves: certificates, proxies, where traces go. */
const NODE: readonly RegExp[] = [
  /^NODE_(ENV|OPTIONS|EXTRA_CA_CERTS|USE_ENV_PROXY|TLS_REJECT_UNAUTHORIZED|V8_COVERAGE)$/,
  /^(UV_THREADPOOL_SIZE|SSL_CERT_FILE|SSL_CERT_DIR|DEBUG)$/,
  /^(http_proxy|https_proxy|no_proxy)$/i,
  /^OTEL_[A-Z_]+$/,
];

/**
 * The environment of a program that we start. On many systems it can be read as long as the program
 * runs, by others who run as the same user: secrets therefore go other ways.
 */
export const systemEnvironment = (): NodeJS.ProcessEnv => picked(SYSTEM);

/** That of our own processes. */
export const nodeEnvironment = (): NodeJS.ProcessEnv => picked([...SYSTEM, ...NODE]);

const picked = (forms: readonly RegExp[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => forms.some((form) => form.test(name))),
  );
