import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders } from './signature.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_900),
  body: '{"test": 2432232314}',
};

describe('the headers of a message', () => {
  it('are those that the reference implementation of Standard Webhooks makes', () => {
    expect(signedHeaders(message, [SECRET])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('hold a signature by each valid secret', () => {
    const [first, second] = [newSecret(), newSecret()];
    const by = (...secrets: string[]) => signedHeaders(message, secrets)['webhook-signature'];
    expect(by(first, second)).toBe(`${by(first)} ${by(second)}`);
  });
});
