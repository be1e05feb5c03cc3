import { describe, expect, it } from 'vitest';
import { fillPage } from './pageTemplate.js';

describe('a page is filled', () => {
  it('with values, escaped for text and attributes alike', () =>
    expect(fillPage('<a title="{{name}}">{{name}}</a>', { name: `<b> & "it's"` })).toBe(
      '<a title="&lt;b&gt; &amp; &quot;it&#39;s&quot;">&lt;b&gt; &amp; &quot;it&#39;s&quot;</a>',
    ));

  it('with data as it is, where the page says so', () =>
    expect(fillPage('{{&data}}', { data: '{"a":"<"}' })).toBe('{"a":"<"}'));

  it('reading nothing of what was filled in', () => {
    const values = { name: '{{email}} $& {{/phone}}', email: 'secret', phone: '1' };
    expect(fillPage('{{#phone}}{{name}}{{/phone}}', values)).toBe('{{email}} $&amp; {{/phone}}');
  });

  it('with sections where something is set, or is not', () => {
    const page = '{{#phone}}Call {{phone}}{{/phone}}{{^phone}}Write{{/phone}}.';
    expect(fillPage(page, { phone: '1' })).toBe('Call 1.');
    expect(fillPage(page, { phone: null })).toBe('Write.');
    expect(fillPage(page, { phone: '' })).toBe('Write.');
  });

  it('with sections within sections', () => {
    const page = '{{^a}}{{^b}}neither{{/b}}{{#b}}b{{/b}}{{/a}}';
    expect(fillPage(page, { a: null, b: null })).toBe('neither');
    expect(fillPage(page, { a: null, b: 'x' })).toBe('b');
    expect(fillPage(page, { a: 'x', b: null })).toBe('');
  });

  it('once for each of a list, whose values come before those of the page', () => {
    const page = '{{#links}}<{{url}} {{name}}>{{/links}}';
    expect(fillPage(page, { name: 'page', links: [{ url: 'a' }, { url: 'b', name: 'own' }] })).toBe(
      '<a page><b own>',
    );
    expect(fillPage(page, { name: 'page', links: [] })).toBe('');
  });

  it.each([
    ['{{unknown}}', 'The page asks for {{unknown}}, which has no value'],
    ['{{#a}}', '{{#a}} of the page is not closed'],
    ['{{#a}}{{#b}}{{/a}}', '{{/a}} of the page closes nothing'],
    ['{{/a}}', '{{/a}} of the page closes nothing'],
  ])('or not at all: %s', (page, message) =>
    expect(() => fillPage(page, { a: 'x', b: 'x' })).toThrow(message),
  );
});
