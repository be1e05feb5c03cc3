import { totalmem } from 'node:os';

const MiB = 1024 * 1024;

/** Connections that a process of the application opens at most; see docs/scaling.md. */
const CONNECTIONS_OF_A_PROCESS = 35;
/** Of commands beside it, and of the application before that is just ending. */
const CONNECTIONS_BESIDE = 65;

/**
 * Server settings for one application on one machine, by the machine's memory (bytes) and the
 * application's processes. Given on the command line at every start, so that a release can change them.
 */
export function tunedSettings({ memory = totalmem(), processes = 1 } = {}): Record<string, string> {
  const total = memory / MiB;
  return {
    shared_buffers: megabytes(clamp(total / 32, 64, 1024)),
    effective_cache_size: megabytes(clamp(total / 2, 256, 65_536)),
    maintenance_work_mem: megabytes(clamp(total / 64, 64, 512)),
    work_mem: megabytes(clamp(total / 768, 4, 32)),
    max_connections: String(CONNECTIONS_OF_A_PROCESS * processes + CONNECTIONS_BESIDE),
    synchronous_commit: 'on',
    // The log is written all day: fewer, larger checkpoints.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    // Short queries on indexes: compiling them, or fearing random reads, costs more than it gains.
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // What it would say beyond the sentence quotes values, such as a name that is there already.
    log_error_verbosity: 'terse',
  };
}

/**
 * For tests: the data may be lost with the machine, so nothing waits for the disk. Installations of
 * many processes are tested side by side.
 */
export const forgetfulSettings: Record<string, string> = {
  max_connections: '400',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
};

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const megabytes = (value: number) => `${Math.round(value)}MB`;
