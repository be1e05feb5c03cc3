import { writeFileSync } from 'node:fs';
import { schemaText } from './schema.js';

// Run by `npm run sdl -w gateway`, in the gateway's folder, after every change of the schema.
writeFileSync('schema.graphql', schemaText());
