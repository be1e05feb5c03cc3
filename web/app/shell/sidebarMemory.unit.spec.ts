import { describe, expect, it } from 'vitest';
import { sidebarCookie, wasExpanded } from './sidebarMemory';

describe('the sidebar’s cookie', () => {
  it('says how the sidebar was left', () => {
    for (const isExpanded of [true, false]) {
      const [pair = ''] = sidebarCookie(isExpanded).split(';');
      expect(wasExpanded(`a=1; ${pair}; b=2`)).toBe(isExpanded);
    }
  });

  it('leaves the sidebar expanded when there is none', () => expect(wasExpanded('')).toBe(true));

  it('is kept for seven days', () => expect(sidebarCookie(true)).toContain('max-age=604800'));
});
