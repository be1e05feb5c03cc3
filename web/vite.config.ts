import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressedFiles } from './compressedFiles.js';
import { devPages } from './devPages.js';
import { landingPage } from './landingPage.js';
import { pdfFiles } from './pdfFiles.js';
import { rupeeFont } from './rupeeFont.js';
import { separateOperations } from './separateOperations.js';
import { sharedChunks } from './sharedChunks.js';
import { startLinks, withoutStart } from './startLinks.js';
import { withoutDescriptions } from './withoutDescriptions.js';
import { withoutJsonSchemas } from './withoutJsonSchemas.js';
import { withoutNamedIcons } from './withoutNamedIcons.js';
import { withoutUnusedStyles } from './withoutUnusedStyles.js';

/** The gateway, when the client is served by Vite while it is worked on. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000';

/** Its package leads to what it is while one develops, which warns and checks. */
const ROUTER = join(import.meta.dirname, '../node_modules/react-router/dist/production');

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    devPages(),
    landingPage(),
    startLinks(),
    pdfFiles(),
    withoutNamedIcons(),
    withoutDescriptions(),
    withoutJsonSchemas(),
    withoutUnusedStyles(),
    rupeeFont(),
    separateOperations(),
    compressedFiles(),
  ],
  resolve: {
    conditions: ['@insuremanager/source', ...defaultClientConditions],
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
          ]
        : [],
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: withoutStart },
    // The signed-in client, the sign-in, and what visitors see and fill in: who gets which, the
    // gateway decides.
    rolldownOptions: {
      input: ['index.html', 'login.html', 'landing.html', 'quote.html', 'accept.html'].map((page) =>
        join(import.meta.dirname, page),
      ),
      output: { codeSplitting: { groups: sharedChunks } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // The gateway refuses mutations from another origin; to it, the browser is at home.
    proxy: Object.fromEntries(
      ['/graphql', '/api', '/health/'].map((path) => [
        path,
        { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      ]),
    ),
  },
}));
