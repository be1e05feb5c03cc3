import { expect, it } from 'vitest';
import { askedFor } from './askedFor';

const ORIGIN = 'https://crm.example.in';

it.each([
  ['https://crm.example.in/customers?customer=5', '/customers?customer=5'],
  ['https://crm.example.in/settings/users', '/settings/users'],
  ['https://crm.example.in/', '/'],
  ['', '/'],
  ['no address', '/'],
  ['https://evil.example/customers', '/'],
  ['http://crm.example.in/customers', '/'],
  ['https://crm.example.in//evil.example/x', '/evil.example/x'],
  ['https://crm.example.in/%5C%5Cevil.example', '/%5C%5Cevil.example'],
  ['https://crm.example.in/login', '/'],
  ['https://crm.example.in/reset-password?token=secret', '/'],
  ['https://crm.example.in/invitation/', '/'],
])('who came from %j is led to %j', (referrer, address) =>
  expect(askedFor(referrer, ORIGIN)).toBe(address),
);
