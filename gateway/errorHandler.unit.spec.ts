import { createLogger } from '@insuremanager/services/platform/logger';
import express from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { problemAnswers } from './errorHandler.js';
import { listen } from './listen.js';
import { requestIds } from './security/requestIds.js';

it('an answer that fails half way is cut, and nothing is printed of what the error quotes', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  const lines: string[] = [];
  const logger = createLogger('error', {}, { write: (line) => void lines.push(line) });
  const app = express();
  // Express prints errors everywhere but in tests.
  app.set('env', 'production');
  app.use(requestIds);
  app.get('/half', (_request, response) => {
    response.write('half');
    throw Object.assign(new TypeError('A defect'), { detail: 'Key (email)=(asha@example.in)' });
  });
  app.use(problemAnswers(logger));
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.stop());

  const answer = await fetch(`http://127.0.0.1:${listener.port}/half`)
    .then((half) => half.text())
    .catch(() => 'cut');
  expect(answer).toBe('cut');
  expect(lines.join('')).toContain('unforeseen');
  expect(lines.join('')).not.toContain('asha');
  // What Express prints comes behind the error, in a turn of its own.
  await new Promise(setImmediate);
  expect(printed).not.toHaveBeenCalled();
});
