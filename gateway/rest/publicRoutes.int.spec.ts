import { createHash } from 'node:crypto';
import { hasZeroBits, workOf } from '@insuremanager/contracts/leads/proofOfWork';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';

const { gateway, send } = gatewayFixture();

const REQUESTS = '/api/public/quote-requests';
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  call(gateway.url, path, { method: 'POST', body, headers });

/** What the form sends, with the work done, or half of the bits that are asked for. */
async function filledIn(fields: object = {}, isHalfDone = false) {
  const { json, headers } = await call(gateway.url, '/api/public/quote-challenge');
  expect(headers['cache-control']).toBe('no-store');
  const { challenge, bits, notice } = json as unknown as {
    challenge: string;
    bits: number;
    notice: { version: number };
  };
  const isAnswer = (answer: number) => {
    const hash = createHash('sha256').update(workOf(challenge, answer)).digest();
    return isHalfDone
      ? hasZeroBits(hash, bits / 2) && !hasZeroBits(hash, bits)
      : hasZeroBits(hash, bits);
  };
  let answer = 0;
  while (!isAnswer(answer)) answer += 1;
  return {
    ...{ name: 'Anjali Kurup', phone: '98470 55101', interest: 'health', consent: true },
    ...{ noticeVersion: notice.version, noticeLanguage: 'en', challenge, answer },
    ...fields,
  };
}

describe('what a visitor sends by the form for a quote', () => {
  it('is a lead, and stands in no log of the process', async () => {
    expect((await post(REQUESTS, await filledIn())).status).toBe(204);
    const leads = async () => (await send('GET', '/api/leads')).text;
    // Nobody waits for the list: whoever asks sees none.
    await expect.poll(leads, { timeout: 10_000 }).toContain('"name":"Anjali Kurup"');
    expect(gateway.logged.join('\n')).not.toMatch(/Anjali|55101/);
  });

  it('is refused where less was worked for it than the form is told', async () => {
    const { status, json } = await post(REQUESTS, await filledIn({}, true));
    expect(status).toBe(400);
    expect(json).toMatchObject({ fields: [{ field: 'answer', code: 'answer-wrong' }] });
  });

  it('names a notice that there is, as the proof of consent says it', async () => {
    const { status, json } = await post(REQUESTS, await filledIn({ noticeVersion: 999 }));
    expect(status).toBe(400);
    expect(json).toMatchObject({ fields: [{ field: 'noticeVersion', code: 'notice-unknown' }] });
  });

  it('comes from our own page, and from today', async () => {
    const sent = await filledIn();
    const foreign = await post(REQUESTS, sent, { Origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    const past = await post(`/as-of/2026-03-31${REQUESTS}`, sent);
    expect(past.json).toMatchObject({ code: 'past-is-read-only' });
  });
});
