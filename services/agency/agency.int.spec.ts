import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agencyEventDefinitions } from '@insuremanager/contracts/agency/agencyEvents';
import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../platform/errors.js';
import { openFolderFiles } from '../platform/files/folderFiles.js';
import { createLogger } from '../platform/logger.js';
import { openPlatform, type Platform } from '../platform/platform.js';
import { platformOver } from '../platform/testing/platformOver.js';
import { by } from '../platform/testing/serviceFixture.js';
import { type Agency, createAgency } from './index.js';
import { SAMPLE_JPEG, samplePng } from './testing/sampleLogo.js';

const BROKERAGE = { name: 'Malabar Brokers', phone: '+91 484 2345678' };

let backend: TestBackend;
let platform: Platform;
let folder: string;
let agency: Agency;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-'));
  backend = await startTestBackend();
  platform = await openPlatform({
    ...backend,
    masterKey: randomBytes(32),
    definitions: agencyEventDefinitions,
    fileStore: await openFolderFiles(join(folder, 'files')),
    logger: createLogger('silent'),
  });
  agency = createAgency(platform, BROKERAGE);
});
afterAll(async () => {
  await platform.close();
  await backend.stop();
  await rm(folder, { recursive: true });
});

const input = (fields: object) => AgencySettingsInput.parse(fields);
const storedLogos = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of platform.files.storedBefore('agency/', new Date('2100-01-01')))
    keys.push(key);
  return keys;
};

// In the order in which an agency is set up.
describe('the agency', () => {
  it('is what the environment says until somebody sets it', async () => {
    expect(await agency.settings()).toMatchObject({
      ...BROKERAGE,
      email: null,
      logo: null,
      retentionYears: 10,
      ownBook: false,
      gstRates: [],
      version: -1,
    });
    expect(await agency.letterhead()).toMatchObject({ ...BROKERAGE, email: undefined });
    expect(await agency.history()).toEqual([]);
    expect((await createAgency(platform).letterhead()).name).toBe('InsureManager');
    expect((await createAgency(platform).publicProfile()).name).toBeNull();
  });

  it('is changed, at once for every process, and what was set wins over the environment', async () => {
    const context = by();
    const change = input({ phone: '', ownBook: true, socialLinks: ['https://x.com/malabar'] });
    const changed = await agency.change(change, context);
    expect(changed).toMatchObject({ settings: { phone: null, version: 0 }, repeated: false });
    const again = await agency.change(change, context);
    expect(again).toMatchObject({ settings: { version: 0 }, repeated: true });

    const other = createAgency(platform, { ...BROKERAGE, name: 'Kaveri Brokers' });
    expect(await other.settings()).toMatchObject({ name: 'Kaveri Brokers', phone: null });
    expect(await other.view()).toEqual({
      isDemo: false,
      name: 'Kaveri Brokers',
      logo: null,
      gstRates: [],
      ownBook: true,
    });
    expect(await agency.publicProfile()).toMatchObject({
      phone: null,
      socialLinks: [{ label: 'X', url: 'https://x.com/malabar' }],
    });
  });

  it('refuses a change by who saw older settings', async () => {
    const stale = agency.change(input({ name: 'Mine' }), by({ expectedVersion: -1 }));
    await expect(stale).rejects.toMatchObject({ code: 'stale-version', currentVersion: 0 });
    const current = await agency.change(input({ retentionYears: 12 }), by({ expectedVersion: 0 }));
    expect(current.settings).toMatchObject({ retentionYears: 12, version: 1 });
  });

  it('warns of a GSTIN whose last sign is wrong, and takes it', async () => {
    const { settings, warnings } = await agency.change(input({ gstin: '27AAPFU0939F1ZW' }), by());
    expect(settings.gstin).toBe('27AAPFU0939F1ZW');
    expect(warnings).toMatchObject([{ field: 'gstin', code: 'gstin-checksum' }]);
    const right = await agency.change(input({ gstin: '27AAPFU0939F1ZV' }), by());
    expect(right.warnings).toEqual([]);
  });

  it('adds to the rates of tax', async () => {
    const gstRates = [{ what: 'motor', from: '2027-04-01', percent: 28 }];
    await agency.change(input({ gstRates }), by());
    expect(await agency.gstRates()).toEqual(gstRates);
  });

  it('has a logo once, however often it is sent', async () => {
    expect(await agency.logo()).toBeNull();
    const context = by();
    const png = samplePng();
    const { settings } = await agency.changeLogo(png, context);
    expect(settings.logo).toMatchObject({ mimeType: 'image/png', width: 120, height: 40 });
    expect((await agency.changeLogo(png, context)).repeated).toBe(true);
    expect((await agency.changeLogo(png, by())).settings.version).toBe(settings.version);
    await expect(agency.changeLogo(SAMPLE_JPEG, context)).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
    expect(await storedLogos()).toHaveLength(1);

    expect((await agency.logo())?.bytes.equals(png)).toBe(true);
    expect((await createAgency(platform).logo())?.bytes.equals(png)).toBe(true);
  });

  it('stores no logo of who saw older settings, and nothing that is no picture', async () => {
    const stale = agency.changeLogo(SAMPLE_JPEG, by({ expectedVersion: 0 }));
    await expect(stale).rejects.toMatchObject({ code: 'stale-version' });
    const wrong = agency.changeLogo(Buffer.from('<svg/>'), by());
    await expect(wrong).rejects.toMatchObject({ fields: [{ field: 'logo', code: 'logo-kind' }] });
    expect(await storedLogos()).toHaveLength(1);
  });

  it('has another logo, or none again', async () => {
    const former = (await agency.settings()).logo?.path;
    const { settings } = await agency.changeLogo(SAMPLE_JPEG, by());
    expect(settings.logo?.path).not.toBe(former);
    expect((await agency.logo())?.bytes.equals(SAMPLE_JPEG)).toBe(true);
    expect((await agency.removeLogo(by())).settings.logo).toBeNull();
    expect(await agency.logo()).toBeNull();
    expect((await agency.removeLogo(by())).settings.version).toBe(settings.version + 1);
  });

  it('tells its history in words', async () => {
    const entries = await agency.history();
    expect(entries.map(({ summary }) => summary)).toEqual([
      'Phone, social links and who sees which customers changed',
      'Retention of records changed',
      'GSTIN changed',
      'GSTIN changed',
      'GST rates changed',
      'Logo changed',
      'Logo changed',
      'Logo changed',
    ]);
    expect(entries[0]).toMatchObject({
      version: 0,
      actor: { username: 'anitha' },
      changes: [
        { field: 'phone', label: 'Phone', before: '+91 484 2345678', after: null },
        { field: 'socialLinks', before: null, after: 'https://x.com/malabar' },
        { label: 'Agents see', before: 'All customers', after: 'Their own customers' },
      ],
    });
    expect(entries[1]?.changes).toMatchObject([{ before: '10 years', after: '12 years' }]);
    expect(entries[4]?.changes).toMatchObject([{ after: 'Motor 28 % from 01/04/2027' }]);
    expect(entries[7]?.changes).toMatchObject([{ before: /^1 × 1 pixels/, after: null }]);
  });

  it('shows visitors what it last knew while the event store is away', async () => {
    let isAway = false;
    const over = platformOver(platform, {
      readStream: async (stream) => {
        if (isAway) throw unavailable('The event store');
        return platform.eventLog.readStream(stream);
      },
    });
    const local = createAgency(over, BROKERAGE);
    isAway = true;
    expect(await local.publicProfile()).toMatchObject(BROKERAGE);
    isAway = false;
    expect(await local.publicProfile()).toMatchObject({ phone: null });
    isAway = true;
    expect(await local.publicProfile()).toMatchObject({ phone: null });
    await expect(local.letterhead()).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
