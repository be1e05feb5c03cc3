/** A number that Prometheus reads; docs/monitoring.md has a line for each. */
export interface MetricDefinition {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds, of histograms. */
  readonly buckets?: readonly number[];
}

/** Bounds in seconds, close where our figures lie. */
const REQUESTS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERIES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10];
const BATCHES = [1, 2, 5, 10, 25, 50, 100, 250, 500];

const counter = <const Labels extends readonly string[]>(help: string, labels: Labels) =>
  ({ kind: 'counter', help, labels }) as const;
const gauge = <const Labels extends readonly string[] = []>(help: string, labels?: Labels) =>
  ({ kind: 'gauge', help, labels: labels ?? ([] as unknown as Labels) }) as const;
const histogram = <const Labels extends readonly string[]>(
  help: string,
  labels: Labels,
  buckets: readonly number[],
) => ({ kind: 'histogram', help, labels, buckets }) as const;

/** All metrics of ours. Those of the process and of Node are prom-client's: `process_`, `nodejs_`. */
export const METRICS = {
  insuremanager_build_info: gauge('1; the release that runs, and the roles of this process', [
    'release',
    'roles',
    'node',
  ]),

  insuremanager_http_request_duration_seconds: histogram(
    'Requests, by method, template of the route and status',
    ['method', 'route', 'status'],
    REQUESTS,
  ),
  insuremanager_graphql_operation_duration_seconds: histogram(
    'GraphQL operations, by type and first field; outcome is ok or error',
    ['type', 'field', 'outcome'],
    REQUESTS,
  ),
  insuremanager_open_streams: gauge('Browsers that are told of changes'),

  insuremanager_commands_total: counter(
    'Commands, by outcome: written, unchanged, repeated, the kind of a refusal, or failed',
    ['command', 'outcome'],
  ),
  insuremanager_command_duration_seconds: histogram(
    'Commands from reading their stream to the acknowledged append',
    ['command'],
    REQUESTS,
  ),
  insuremanager_folded_stream_lookups_total: counter(
    'Commands that looked for their stream in memory: hit or miss',
    ['outcome'],
  ),
  insuremanager_folded_streams_bytes: gauge('Memory of folded streams, as estimated'),
  insuremanager_event_store_request_duration_seconds: histogram(
    'Requests to the event store, by operation and outcome',
    ['operation', 'outcome'],
    QUERIES,
  ),
  insuremanager_events_appended_total: counter('Events that were appended by this process', []),

  insuremanager_postgres_query_duration_seconds: histogram(
    'Queries, with the wait for a connection, by the schema that they are about',
    ['area'],
    QUERIES,
  ),
  insuremanager_postgres_connections: gauge('Connections of a pool: used or idle', [
    'pool',
    'state',
  ]),
  insuremanager_postgres_waiting: gauge('Callers that wait for a connection of a pool', ['pool']),
  insuremanager_database_size_bytes: gauge('Size of the database'),

  insuremanager_read_model_lag_seconds: gauge('Age of the oldest event that lists do not show yet'),
  insuremanager_read_model_lag_events: gauge(
    'Events that lists do not show yet; 1000 stands for as many or more',
  ),
  insuremanager_read_model_events_handled: gauge('Events that the read models rest on'),
  insuremanager_read_model_events_per_second: gauge(
    'Events handled per second, of late, by this process',
  ),
  insuremanager_read_model_progress_ratio: gauge('How much of the log is shown, 0 to 1'),
  insuremanager_read_model_live: gauge('1 while a process projects and lists are complete'),
  insuremanager_read_model_stopped: gauge('1 while an event that cannot be projected stops them'),
  insuremanager_read_model_events_set_aside: gauge('Events that operators had lists made without'),
  insuremanager_projector_batch_duration_seconds: histogram(
    'Batches of the projector, from their arrival until they are committed',
    [],
    REQUESTS,
  ),
  insuremanager_projector_batch_events: histogram(
    'Events in a batch of the projector',
    [],
    BATCHES,
  ),

  insuremanager_relay_lag_events: gauge('Events not yet relayed; 1000 stands for as many or more'),
  insuremanager_relay_lag_seconds: gauge('Age of the oldest event that is not yet relayed'),
  insuremanager_relay_events_handled: gauge(
    'Events that were relayed, parked or needed no message',
  ),
  insuremanager_relay_parked_events: gauge('Events that wait for whoever runs this'),
  insuremanager_relay_live: gauge('1 while a process publishes messages'),
  insuremanager_relay_stopped: gauge('1 while the log is another one than was relayed before'),
  insuremanager_bus_publish_duration_seconds: histogram(
    'Publishing the messages of a batch, by outcome',
    ['outcome'],
    REQUESTS,
  ),
  insuremanager_bus_messages_published_total: counter('Messages that the bus took', ['topic']),

  insuremanager_notifier_due_notices: gauge(
    'Notices whose time has come and that are not sent yet',
  ),
  insuremanager_notifier_waits: gauge('1 while what is due is not sent'),
  insuremanager_notifier_channel_away: gauge('1 while a channel is known to be away', ['channel']),
  insuremanager_notifier_open_notices: gauge('Notices that are neither sent nor given up'),
  insuremanager_notifier_failed_reminders: gauge('Reminders that failed in the last 24 hours'),
  insuremanager_reminders: gauge('Reminders in the list, by state', ['state']),
  insuremanager_reminder_deliveries_total: counter(
    'Attempts to deliver a reminder: delivered, failed or deferred',
    ['channel', 'outcome'],
  ),
  insuremanager_mail_send_duration_seconds: histogram(
    'Emails of all kinds handed to the mail server: sent, refused, deferred or failed',
    ['outcome'],
    REQUESTS,
  ),

  insuremanager_scheduler_active: gauge('1 while this process runs the jobs'),
  insuremanager_job_last_run_timestamp_seconds: gauge(
    'The last run of a job that succeeded in this process',
    ['job'],
  ),
  insuremanager_job_failures_in_a_row: gauge('0 after a run that succeeded', ['job']),

  insuremanager_password_hashes_waiting: gauge('Sign-ins that wait for their turn to be checked'),
  insuremanager_file_store_request_duration_seconds: histogram(
    'Requests to the store of files, by operation and outcome; a get until its first byte',
    ['operation', 'outcome'],
    REQUESTS,
  ),
  insuremanager_data_folder_free_bytes: gauge('Room on the disk that the data folder is on'),
  insuremanager_data_folder_size_bytes: gauge('Size of the disk that the data folder is on'),
  insuremanager_backup_finished_timestamp_seconds: gauge('The last backup that was completed', [
    'kind',
  ]),
  insuremanager_backup_size_bytes: gauge('Size of the last backup that was completed', ['kind']),
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;
