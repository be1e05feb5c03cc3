import { ANALYTICS } from '@insuremanager/services/analytics/index';

const { schema, views } = ANALYTICS;

/** Of which view a column is the key, wherever it stands. */
const KEYS: Readonly<Record<string, string>> = {
  customer_id: 'customers',
  policy_id: 'policies',
  term_id: 'terms',
  quotation_id: 'quotations',
  claim_id: 'claims',
};

const INTRO = `# Analytics: questions in SQL

The schema \`${schema}\` holds views for people who ask their own questions: no names, numbers, addresses or dates of birth of persons, amounts in rupees, days in Asia/Kolkata. They show what the lists show. They outlive the read models they rest on: a rebuild or a release replaces what is behind them and keeps their names, and columns are only ever added, at the end ([how](decisions/0057-views-for-analysts.md)). This page is made from their comments, which \`\\d+ ${schema}.customers\` shows as well.

## Who may

\`\`\`
npm run ops -- analysts grant vivek     # a user of Postgres; the password is shown once
npm run ops -- analysts                 # who there is, and their connections
npm run ops -- analysts revoke vivek
\`\`\`

Such a user may read these views and nothing else, over three connections at a time. A query may take sixty seconds; that is what they begin with, and a \`SET\` of their own goes beyond it. Granting again gives a new password. They are users of Postgres, not of the product, and sign in at the address that \`grant\` says; the embedded one listens on its own machine only, and on another port after each start. Where \`DATABASE_URL\` names a user who may not make users, run the command with the address of a superuser. Ask for TLS in the address (\`sslmode=require\`) where the way goes over a network.

**Postgres lets every user of a database send notifications and take advisory locks**, which the product uses, too. So an analyst can read nothing else and change nothing, but could keep the product from working on purpose. Give this to colleagues; for others there are exports.

A city, a district and an age band can still point to a person where they are few, and \`owner\` is the username of a colleague: what leaves the office is added up first.

What belongs to a record that was deleted stays, and names a number that has no row: join by LEFT JOIN where it is to be counted. A rebuild or a release shows the views as they were for a moment longer than the lists.

\`events\` is the log itself, without what its events hold, so it is there only where the log is in Postgres; the files below have it in any case. It has no index but on \`position\` and reads all of the log: millions of events take seconds.

## Away from the working database

\`\`\`
npm run ops -- export parquet --to /srv/analytics   # now
PARQUET_DIR=/srv/analytics                          # each night, soon after midnight in Kolkata
\`\`\`

Either brings a folder of Parquet files up to date, with the views and their columns as they are on this page:

| in the folder | |
|---|---|
| \`views/customers.parquet\` … | every view over read models, all of one moment. \`views\` is a link to a folder that was written aside: it takes its place at once, and who reads the one before it reads it to its end |
| \`events/000001.parquet\` … | the log, in its order: what came is added. A file is full with 250,000 events and never touched again; the last one is written aside with what came, and takes its place |
| \`manifest.json\` | written last: when, up to which position of the log, rows and bytes of each file, and \`schema\`, which is another one once a view has got a column |

Amounts are \`DECIMAL(18,2)\`, days \`DATE\`, instants UTC timestamps. What breaks off an export leaves what was there; the next one goes on. Files of another log, or of one that was since put back to an older copy or moved to another server, are refused: name an empty folder. Nothing is encrypted, as nothing is of a person; folders and files are made for their owner and its group to read. Onto S3 they come by any tool that copies folders and follows links, such as \`rclone sync --copy-links\`.

[\`deploy/analytics/notebook.py\`](../deploy/analytics/notebook.py) reads such a folder with [DuckDB](https://duckdb.org), in cells, as Jupyter, VS Code and PyCharm open them: \`pip install duckdb\`, then \`python deploy/analytics/notebook.py /srv/analytics\` asks the same without any of them. [\`deploy/analytics/README.md\`](../deploy/analytics/README.md) says how Superset and Metabase show these figures. [Decision 62](decisions/0062-parquet-files-for-analysts.md) says why it is like this.
`;

/** The page of the views, in Markdown. */
export function analyticsPage(notebook: string): string {
  const links = views.flatMap(({ name, columns }) =>
    Object.keys(columns).flatMap((column) => {
      const owner = KEYS[column];
      return owner && owner !== name ? [`  ${owner} |o--o{ ${name} : ${column}`] : [];
    }),
  );
  const tables = views.map(({ name, comment, columns }) =>
    [
      `### \`${name}\`\n\n${comment}.\n`,
      '| column | meaning |\n|---|---|',
      ...Object.entries(columns).map(([column, [, meaning]]) => `| \`${column}\` | ${meaning} |`),
    ].join('\n'),
  );
  return [
    INTRO,
    `## How they belong together\n\n\`\`\`mermaid\nerDiagram\n${links.join('\n')}\n\`\`\`\n`,
    `## The views\n\n${tables.join('\n\n')}\n`,
    `## Questions\n\nAs they stand in \`deploy/analytics/notebook.sql\`; tests ask them while read models are built anew, over a release, and of Parquet files by DuckDB, which has to answer the same.\n\n\`\`\`sql\n${notebook.trim()}\n\`\`\`\n`,
  ].join('\n');
}
