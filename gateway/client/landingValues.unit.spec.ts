import type { PublicProfile } from '@insuremanager/contracts/agency/publicProfile';
import { describe, expect, it } from 'vitest';
import { dialled, landingValues, mobileOf, webAddress } from './landingValues.js';

const NOTHING: PublicProfile = {
  name: null,
  address: null,
  phone: null,
  email: null,
  website: null,
  licence: null,
  gstin: null,
  socialLinks: [],
};
const ORIGIN = 'https://crm.example.in';

describe('a number to call', () => {
  it.each([
    ['+91 484 400 1200', '+914844001200'],
    ['(0484) 400-1200', '04844001200'],
    ['0484 400 1200, 98470 12345', '04844001200'],
    ['1912', '1912'],
    ['by appointment', null],
    ['+', null],
  ])('of %s is %s', (phone, number) => expect(dialled(phone)).toBe(number));
});

describe('a number for WhatsApp', () => {
  it.each([
    ['0484 400 1200, 98470 12345', '919847012345'],
    ['+91 98470-12345', '919847012345'],
    ['098470 12345', '919847012345'],
    ['+91 484 400 1200', null],
    ['+65 9123 4567', null],
    ['by appointment', null],
  ])('of %s is %s', (phone, number) => expect(mobileOf(phone)).toBe(number));
});

describe('the address of a website', () => {
  it.each([
    ['www.kaveri.example', 'https://www.kaveri.example/'],
    ['http://kaveri.example/in', 'http://kaveri.example/in'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['not an address', null],
  ])('written as %s is %s', (website, address) => expect(webAddress(website)).toBe(address));
});

describe('the values of the public page', () => {
  it('name the product, and leave out what is not set', () => {
    const values = landingValues(NOTHING, ORIGIN);
    expect(values).toMatchObject({
      name: 'InsureManager',
      emailInUrl: '',
      phoneInUrl: null,
      whatsappInUrl: null,
    });
    expect(JSON.parse(String(values.structuredData))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'InsuranceAgency',
      name: 'InsureManager',
      url: 'https://crm.example.in/',
      areaServed: { '@type': 'State', name: 'Kerala' },
    });
  });

  it('encode addresses for links', () => {
    const profile = { ...NOTHING, email: "o'brien+50%?&x@kaveri.example", address: 'MG Road & 2' };
    expect(landingValues(profile, ORIGIN)).toMatchObject({
      emailInUrl: "o'brien%2B50%25%3F%26x@kaveri.example",
      addressInUrl: 'MG%20Road%20%26%202',
    });
  });

  it('tell search engines nothing that could end the data', () => {
    const name = '</script><script>alert(1)</script>';
    const data = String(landingValues({ ...NOTHING, name }, ORIGIN).structuredData);
    expect(data).not.toContain('<');
    expect(JSON.parse(data).name).toBe(name);
  });
});
