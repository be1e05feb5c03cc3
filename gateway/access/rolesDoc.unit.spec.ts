import { readFileSync } from 'node:fs';
import {
  ALL_PERMISSIONS,
  isAllowed,
  type Permission,
  permissionsOf,
  ROLES,
} from '@insuremanager/contracts/identity/permissions';
import { describe, expect, it } from 'vitest';

describe('the table of permissions', () => {
  it('stands in docs/roles.md as it is', () => {
    const doc = readFileSync(new URL('../../docs/roles.md', import.meta.url), 'utf8');
    const start = doc.indexOf('| permission |');
    const lines = doc.slice(start, doc.indexOf('\n\n', start)).split('\n');
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    expect(lines).toEqual([
      row(['permission', ...ROLES]),
      `|${'---|'.repeat(ROLES.length + 1)}`,
      ...ALL_PERMISSIONS.map((permission) =>
        row([
          `\`${permission}\``,
          ...ROLES.map((role) => (isAllowed(role, permission) ? 'yes' : '–')),
        ]),
      ),
    ]);
  });

  it('gives everybody something, and admins all but what is an auditor’s alone', () => {
    for (const role of ROLES) expect(permissionsOf(role)).not.toEqual([]);
    const auditors: Permission[] = ['documents.readDeleted'];
    const others = ALL_PERMISSIONS.filter((one) => !auditors.includes(one));
    expect(permissionsOf('admin')).toEqual(others);
  });

  it('lets auditors and analysts write nothing', () => {
    const written = [...permissionsOf('auditor'), ...permissionsOf('analyst')];
    expect(written.filter((one) => /\.(write|configure|manage|erase|reassign)$/.test(one))).toEqual(
      [],
    );
  });
});
