/**
 * Who may know whom. `npm test -- lint` fails at a forbidden import with the comment of its rule.
 * Paths are those of the files that an import leads to, however it is spelled.
 */
const mayKnow = {
  contracts: [],
  services: ['contracts'],
  gateway: ['contracts', 'services'],
  deploy: ['contracts', 'services', 'gateway'],
  web: ['contracts'],
};
const rooms = Object.keys(mayKnow).join('|');
const spec = '/e2e/|\\.spec\\.tsx?$';
const test = `${spec}|/testing/|/specs/|^deploy/crash/|^deploy/docker/smoke/|^vitest\\.config\\.ts$`;
const forTests = '^deploy/testing/';
const eventStoreClient = '/@eventstore/db-client/';

const roomRules = Object.entries(mayKnow).flatMap(([room, others]) => {
  const known = `^(${[room, ...others].join('|')})/`;
  return [
    {
      name: `rooms-${room}`,
      comment: 'The dependency rule: contracts <- services <- gateway <- deploy, contracts <- web.',
      from: { path: `^${room}/`, pathNot: spec },
      to: { path: `^(${rooms})/`, pathNot: known },
    },
    {
      name: `rooms-${room}-specs`,
      comment: 'Specs may import deploy/testing; else the dependency rule holds.',
      from: { path: `^${room}\\b.*(${spec})` },
      to: { path: `^(${rooms})/`, pathNot: [known, forTests] },
    },
  ];
});

/**
 * The layers of services/platform, the lowest first, as docs/architecture.md has them. What stands
 * in one line knows those below it, and not each other.
 */
const platformLayers = [
  [
    ...['batched', 'clock', 'errors', 'forEachLimit', 'listed', 'namedUuid', 'pauses'],
    ...['serverMessage', 'unreachable'],
  ],
  ['telemetry/', 'threads/', 'limitedRecords'],
  ['logger'],
  ['postgres/', 'mail/', 'sms/'],
  ['ids/', 'limits/', 'locks/', 'operations/', 'vault/'],
  ['eventLog/'],
  ['codec/'],
  ['reservations/', 'readModels/', 'logIdentity'],
  ['commands/', 'bus/', 'files/', 'scheduler/', 'search/', 'verification/'],
  ['history', 'logTree/', 'parquet/', 'relay/'],
  ['observed', 'ownedRecords'],
  ['platform'],
  ['pastPlatform', 'slice', 'records/'],
];
const pathOf = (name) => (name.endsWith('/') ? name : `${name}\\.ts$`);
const platformRules = [
  ...platformLayers.map((layer, nth) => {
    const below = platformLayers.slice(0, nth).flat();
    const known = ['$1', ...below.map(pathOf)];
    return {
      name: `platform-layer-${nth + 1}`,
      comment: 'Layers of the platform know those below them; .dependency-cruiser.mjs lists them.',
      from: { path: `^services/platform/(${layer.map(pathOf).join('|')})`, pathNot: test },
      to: { path: '^services/platform/', pathNot: `^services/platform/(${known.join('|')})` },
    };
  }),
  {
    name: 'platform-layered',
    comment: 'A new folder of the platform needs a place in platformLayers.',
    from: {
      path: '^services/platform/',
      pathNot: [test, `^services/platform/(${platformLayers.flat().map(pathOf).join('|')})`],
    },
    to: {},
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...roomRules,
    ...platformRules,
    {
      name: 'contracts-zod-only',
      comment: 'Contracts know zod, and the rule of passwords its lists; no I/O, not even of Node.',
      from: { path: '^contracts/', pathNot: `${spec}|^contracts/identity/passwordRule\\.ts$` },
      to: { pathNot: [`^(${rooms})/`, '^node_modules/zod/'] },
    },
    {
      name: 'contracts-password-lists',
      comment: 'The rule of passwords knows zxcvbn-ts and nothing else.',
      from: { path: '^contracts/identity/passwordRule\\.ts$' },
      to: { pathNot: [`^(${rooms})/`, '^node_modules/@zxcvbn-ts/'] },
    },
    {
      name: 'slice-by-index',
      comment:
        'Slices know each other by contracts or by index.ts; what tests stand on may be shared.',
      from: { path: '^services/(?!platform/)([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/($1/|platform/|[^/]+/(index\\.ts$|testing/))' },
    },
    {
      name: 'slice-by-index-outside',
      comment: 'A slice is known by its index, not by its inside; tests may use its samples.',
      from: { path: '^(gateway|deploy)/', pathNot: '^deploy/(?!embedded/).*\\.spec\\.ts$' },
      to: { path: '^services/', pathNot: '^services/(platform/|[^/]+/(index\\.ts$|testing/))' },
    },
    {
      name: 'platform-no-slice',
      comment: 'The platform knows no slice.',
      from: { path: '^services/platform/' },
      to: { path: '^services/(?!platform/|node_modules/)' },
    },
    {
      name: 'event-store-adapter',
      comment: 'Only services/platform/eventLog/eventStoreDb speaks to the event store.',
      from: { pathNot: '^services/platform/eventLog/eventStoreDb/' },
      to: { path: eventStoreClient },
    },
    {
      name: 'kafka-adapter',
      comment: 'Only services/platform/bus/kafka speaks to Kafka; an example stands for others.',
      from: { pathNot: '^(services/platform/bus/kafka|deploy/examples)/' },
      to: { path: '/kafkajs/' },
    },
    {
      name: 'ui-no-screen',
      comment: 'The shared parts of the client know no screen and no session.',
      from: { path: '^web/(ui|records)/' },
      to: { path: '^web/(features|app|session)/' },
    },
    {
      name: 'ui-no-record',
      comment: 'What is shown of a record lies in records/; ui/ knows none.',
      from: { path: '^web/ui/' },
      to: { path: '^web/records/' },
    },
    {
      name: 'development-apart',
      comment: 'The page of the shared parts is for development: nothing of the product knows it.',
      from: { pathNot: '^web/development/' },
      to: { path: '^web/development/' },
    },
    {
      name: 'features-apart',
      comment: 'Features do not import each other; what they share lies in ui/, records/ or app/.',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'product-no-tests',
      comment: 'What is shipped does not import what only tests need.',
      from: { pathNot: test },
      to: { path: test },
    },
    {
      name: 'own-room-by-path',
      comment: 'Within a room, imports are relative; other rooms are imported by their package.',
      from: { path: '^([^/]+)/' },
      to: { path: '^$1/', dependencyTypes: ['undetermined'] },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other in a circle are one idea in several files.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolved',
      comment: 'No file was found for this import, so none of the rules can look at it.',
      from: {},
      // k6 brings its own modules along.
      to: { couldNotResolve: true, pathNot: '^k6(/|$)' },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: `^(${rooms})/dist/` },
    tsPreCompilationDeps: true, // types are imports too
    enhancedResolveOptions: {
      conditionNames: ['@insuremanager/source', 'types', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      mainFields: ['types', 'typings', 'module', 'main'],
    },
  },
};
