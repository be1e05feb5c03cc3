import type { Role } from '@insuremanager/contracts/identity/permissions';
import {
  type UserAccessEvent,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import { rolesFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { cellsOf } from '../testing/workbook.js';

const { gateway, cookies } = rolesFixture({ clock: testClock });

const get = (role: Role, path: string) =>
  call(gateway.url, path, { method: 'GET', cookie: cookies[role] });

/** A file that is no text. */
async function fileOf(path: string): Promise<Buffer> {
  const answer = await fetch(gateway.url + path, { headers: { cookie: cookies.manager } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

beforeAll(async () => {
  const send = (path: string, body: object) =>
    call(gateway.url, path, { method: 'POST', cookie: cookies.manager, body });
  const { json } = await send('/api/customers', { name: 'Ravi Varma', phone: '9876512345' });
  for (const [number, insuranceCompany] of ['=HYPERLINK("x")', 'Star Health'].entries()) {
    await send('/api/health-policies', {
      ...samplePolicyInput('health', Number(json.id), `H/${number}`),
      ...{ insuranceCompany, startDate: '2026-04-02', endDate: '2027-04-01' },
    });
  }
});

describe('a report as a file', () => {
  it('is CSV that no spreadsheet runs, with its figures and amounts', async () => {
    const { status, text, headers } = await get(
      'analyst',
      '/api/reports.csv?report=premium_by_insurer',
    );
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('premium-by-insurer-2026-06-15.csv');
    expect(
      text
        .replace(/^\ufeff/, '')
        .trimEnd()
        .split('\r\n'),
    ).toEqual([
      'Insurer,Health,Health: Premium of a year,Vehicle,Vehicle: Premium of a year',
      `"'=HYPERLINK(""x"")",1,12000.50,0,0.00`,
      'Star Health,1,12000.50,0,0.00',
    ]);
  });

  it('is a workbook whose figures are numbers', async () => {
    const workbook = await fileOf('/api/reports.xlsx?report=premium_by_month');
    const [heading, april] = await cellsOf(workbook);
    expect(heading?.join()).toMatch(/Month.*Health.*Vehicle/);
    expect(april?.[0]).toContain('Apr 2026');
    expect(april?.slice(1, 3).join()).toMatch(/<v>2<\/v>.*<v>24001.00<\/v>/);
  });

  it('is a PDF', async () => {
    const printed = await fileOf('/api/reports.pdf?report=renewals');
    expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
    const many = await fileOf('/api/reports.pdf?report=agents&from=2025-04-01');
    expect(many.length).toBeGreaterThan(5_000);
  });

  it('is for who may export, and may read the report', async () => {
    const statusOf = async (role: Role, query = '') =>
      (await get(role, `/api/reports.csv${query}`)).status;
    expect(await statusOf('agent')).toBe(403);
    expect(await statusOf('auditor')).toBe(200);
    expect(await statusOf('analyst', '?report=agents')).toBe(403);
    expect(await statusOf('manager', '?report=agents')).toBe(200);
    expect(await statusOf('manager', '?report=nothing')).toBe(400);
  });

  it('is recorded before it is sent: which report, and what narrows it down', async () => {
    const { json } = await get('auditor', '/api/auth/me');
    await get('auditor', '/api/reports.csv?report=expiries&insurer=Star%20Health&kind=health');
    const events = await gateway.platform.commands.readHistory<UserAccessEvent>(
      userAccessStream(Number(json.id)),
    );
    expect(events.at(-1)).toMatchObject({
      type: 'DataExported',
      data: { userId: json.id, list: 'reports', filters: ['expiries', 'kind', 'insurer'] },
    });
  });
});
