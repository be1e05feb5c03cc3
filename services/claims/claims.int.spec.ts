import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClaimDocumentsRequested, claimStream } from '@insuremanager/contracts/claims/claimEvents';
import {
  ClaimRequestInput,
  ClaimRequirementInput,
  ClaimStepInput,
} from '@insuremanager/contracts/claims/claimFields';
import { CHECKLISTS } from '@insuremanager/contracts/claims/claimKinds';
import { claimRecord } from '@insuremanager/contracts/claims/claimViews';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agencySlice, createAgency } from '../agency/index.js';
import { type Customers, createCustomers, customersSlice } from '../customers/index.js';
import { createDocuments, type Documents, documentsSlice } from '../documents/index.js';
import { arriving } from '../documents/testing/documentFixture.js';
import { samplePdf } from '../documents/testing/sampleFiles.js';
import type { CommandContext } from '../platform/commands/command.js';
import type { Refusal } from '../platform/errors.js';
import { openFolderFiles } from '../platform/files/folderFiles.js';
import { openFolderMail, storedEmails } from '../platform/mail/folderMail.js';
import { MailRefused } from '../platform/mail/mailer.js';
import { by, openSlices, textOfLog } from '../platform/testing/serviceFixture.js';
import { createPolicies, type Policies, policiesSlice } from '../policies/index.js';
import { typedPolicy } from '../policies/testing/policyFixture.js';
import { type Claims, claimsSlice, createClaims } from './index.js';

const NOW = '2026-06-20T06:00:00Z';

const fixture = testFixture(async (servers: Parameters<typeof openSlices>[0]) => {
  let now = new Date(NOW);
  let isRefusing = false;
  const clock = { now: () => now };
  const folder = await mkdtemp(join(tmpdir(), 'claims-'));
  const from = async () => ({ name: 'Malabar Brokers', address: 'office@example.in' });
  const folderMail = await openFolderMail({ folder: join(folder, 'mail'), from, clock });
  const mailer = {
    ...folderMail,
    isFolder: false,
    async send(email: Parameters<typeof folderMail.send>[0]) {
      if (isRefusing) throw new MailRefused('550');
      await folderMail.send(email);
    },
  };
  const fileStore = await openFolderFiles(join(folder, 'files'));
  const slices = [agencySlice, customersSlice, policiesSlice, documentsSlice, claimsSlice];
  const input = { masterKey: randomBytes(32), clock, fileStore, mailer };
  const opened = await openSlices(servers, slices, input);
  const { platform, readModels, projected } = opened;
  const customers: Customers = createCustomers(platform, readModels, {
    policies: { activeNumbersOf: (id) => policies.activeNumbersOf(id) },
    claims: { openNumbersOf: (id) => claims.openNumbersOf(id) },
    documents: { isKycOf: async () => false },
  });
  const policies: Policies = createPolicies(platform, readModels, { customers });
  const documentsWith = (receive: Claims['receive']): Documents =>
    createDocuments(platform, readModels, {
      ...{ customers, policies },
      claims: { findReference: (id) => claims.findReference(id), receive },
    });
  const documents = documentsWith((...of) => claims.receive(...of));
  const agency = createAgency(platform, { name: 'Malabar Brokers', phone: '+91 484 2345678' });
  /** The documents that a claim looked at. */
  const lookedAt: number[] = [];
  const claims: Claims = createClaims(platform, readModels, {
    ...{ customers, policies, agency },
    documents: {
      besideNow(id, moment) {
        lookedAt.push(id);
        return documents.besideNow(id, moment);
      },
    },
  });
  return {
    ...{ ...opened, customers, policies, claims, documents, documentsWith, lookedAt },
    caughtUp: async () => projected({ position: await platform.eventLog.head() }),
    setTime: (instant: string) => {
      now = new Date(instant);
    },
    refuseEmails: (refuses: boolean) => {
      isRefusing = refuses;
    },
    emails: async () =>
      Promise.all((await storedEmails(join(folder, 'mail'))).map((path) => readFile(path, 'utf8'))),
    customer: async (name: string, fields: object = {}) => {
      const typed = CustomerInput.parse({ name, phone: '9876500000', ...fields });
      return (await projected(await customers.create(typed, by()))).record.id;
    },
    policy: async (customerId: number, policyNumber: string) => {
      const typed = typedPolicy('health', { customerId, policyNumber });
      return (await projected(await policies.issue('health', typed, by()))).record.id;
    },
    add: async (policyId: number, fields: object = {}, context?: Partial<CommandContext>) => {
      const typed = {
        ...{ policyId, kind: 'reimbursement', lossDate: '10/06/2026', intimatedOn: '12/06/2026' },
        ...{ amountClaimed: '82500', provider: 'Lakeshore Hospital', ...fields },
      };
      return projected(await claims.create(claimRecord.input.parse(typed), by(context)));
    },
    move: async (id: number, step: object, context?: Partial<CommandContext>) =>
      projected(await claims.move(id, ClaimStepInput.parse(step), by(context))),
    mark: async (id: number, requirement: string, mark = 'received') => {
      const marked = ClaimRequirementInput.parse({ requirement, mark });
      return projected(await claims.markRequirement(id, marked, by()));
    },
    ask: async (id: number, channel: string, context?: Partial<CommandContext>) =>
      projected(
        await claims.requestDocuments(id, ClaimRequestInput.parse({ channel }), by(context)),
      ),
    async close() {
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

let customerId: number;
let policyId: number;
beforeAll(async () => {
  customerId = await fixture.customer('Anitha Nair', { email: 'anitha@example.in' });
  policyId = await fixture.policy(customerId, 'P/1');
});
beforeEach(() => fixture.setTime(NOW));

const list = async (filter: object) =>
  (await fixture.claims.list({ filter, sort: 'added', direction: 'desc', limit: 50 })).items;

describe('a claim', () => {
  it('is found with all that was typed, as its stream tells it', async () => {
    const { record } = await fixture.add(policyId, {
      ...{ insurerClaimNumber: 'CI/77', patient: 'Ammini Amma' },
    });
    expect(record).toEqual({
      ...{ id: record.id, policyId, customerId, policyKind: 'health', kind: 'reimbursement' },
      ...{ claimNumber: `CL-2026-27-${record.id}`, lossDate: '2026-06-10' },
      ...{ intimatedOn: '2026-06-12', amountClaimed: '82500.00', insurerClaimNumber: 'CI/77' },
      ...{ provider: 'Lakeshore Hospital', surveyor: null, notes: null, stage: 'intimated' },
      ...{
        patient: 'Ammini Amma',
        stageOn: '2026-06-12',
        dueOn: null,
        missingDocuments: 8,
        amountApproved: '0.00',
      },
      ...{ amountSettled: '0.00', createdAt: expect.any(String), updatedAt: expect.any(String) },
      version: 0,
    });
    expect(await fixture.claims.find(record.id)).toEqual(record);
    await fixture.move(record.id, { stage: 'documents', on: '13/06/2026' });
    const approving = { stage: 'approved', on: '18/06/2026', amount: '80000', reason: 'Gloves' };
    const approved = await fixture.move(record.id, approving);
    expect(await fixture.claims.find(record.id)).toEqual(approved.record);
    expect(approved.record).toMatchObject({ stage: 'approved', amountApproved: '80000.00' });
    expect((await fixture.claims.history(record.id)).map(({ summary }) => summary)).toEqual([
      `Claim CL-2026-27-${record.id} intimated`,
      'Documents are collected on 13/06/2026',
      'Approved on 18/06/2026: ₹80,000.00 (Gloves)',
    ]);
    const { steps } = await fixture.claims.progress(record.id);
    expect(steps.map(({ stage, on, by: who, days }) => [stage, on, who, days])).toEqual([
      ['intimated', '2026-06-12', 'anitha', 1],
      ['documents', '2026-06-13', 'anitha', 5],
      ['approved', '2026-06-18', 'anitha', 2],
    ]);
  });

  it('is refused under a policy that there is not, and one that was deleted', async () => {
    await expect(fixture.add(999_900)).rejects.toMatchObject({
      fields: [{ field: 'policyId', code: 'policy-unknown' }],
    });
  });

  it('is listed by its customer, policy, and any part of a number or a name', async () => {
    const other = await fixture.customer('Basheer Koya');
    const term = await fixture.policy(other, 'P/2');
    const { record } = await fixture.add(term, {
      ...{ provider: 'Sunrise Clinic', patient: 'Thankam Basheer' },
    });
    for (const filter of [
      ...[{ customerId: other }, { policyId: term }, { search: 'sunrise' }, { search: 'thankam' }],
      ...[{ search: 'basheer' }, { search: record.claimNumber }, { stages: ['intimated'] }],
    ]) {
      const ids = (await list(filter)).map(({ id }) => id);
      expect(ids, JSON.stringify(filter)).toContain(record.id);
    }
    expect(await fixture.claims.match(record.claimNumber)).toMatchObject({
      items: [{ id: record.id, claimNumber: record.claimNumber, customerId: other }],
    });
  });

  it('is overdue the day after the insurer’s last', async () => {
    const { record } = await fixture.add(policyId, {
      kind: 'cashless',
      lossDate: '20/06/2026',
      intimatedOn: '20/06/2026',
    });
    const isOverdue = async () =>
      (await list({ overdue: true })).some(({ id }) => id === record.id);
    expect(await isOverdue()).toBe(false);
    fixture.setTime('2026-06-20T18:31:00Z'); // 21 June in Kolkata
    expect(await isOverdue()).toBe(true);
    const { overdue, open } = await fixture.claims.cards();
    expect(overdue).toBe((await list({ overdue: true })).length);
    expect(open).toBe((await list({ open: true })).length);
    await fixture.claims.delete(record.id, by());
  });
});

describe('two at once', () => {
  it('bring a claim to one stage: the second sees that the first was faster', async () => {
    const { record } = await fixture.add(policyId);
    const expectedVersion = record.version;
    const outcomes = await Promise.allSettled([
      fixture.move(record.id, { stage: 'withdrawn', on: '20/06/2026' }, { expectedVersion }),
      fixture.move(record.id, { stage: 'documents', on: '20/06/2026' }, { expectedVersion }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject({ kind: 'stale' });
    expect((await fixture.claims.progress(record.id)).steps).toHaveLength(2);
  });

  it('mark different documents, and both stand', async () => {
    const { record } = await fixture.add(policyId);
    await Promise.all(CHECKLISTS.reimbursement.map((one) => fixture.mark(record.id, one)));
    expect(await fixture.claims.find(record.id)).toMatchObject({
      ...{ missingDocuments: 0, dueOn: '2026-07-05' },
    });
  });

  it('add it once under one command', async () => {
    const context = by();
    const [one, other] = await Promise.all([
      fixture.add(policyId, {}, context),
      fixture.add(policyId, {}, context),
    ]);
    expect(one.record.id).toBe(other.record.id);
    expect((await fixture.claims.history(one.record.id)).length).toBe(1);
  });
});

describe('a document that is uploaded for a claim', () => {
  const upload = async (fields: object, over = fixture.documents, context = by()) => {
    const file = await over.receive('bill.pdf', arriving(samplePdf(randomUUID())));
    const input = DocumentInput.parse({ customerId, documentType: 'claim_document', ...fields });
    return fixture.projected(await over.upload(input, file, context));
  };

  it('ticks what it is on the checklist, and belongs to the claim’s policy', async () => {
    const { claims, documents } = fixture;
    const { record } = await fixture.add(policyId);
    const context = by({ actor: { userId: 5, username: 'anitha', role: 'agent' } });
    const of = { claimId: record.id, requirement: 'hospital_bill' };
    const first = (await upload(of, documents, context)).record;
    expect(first).toMatchObject({ ...of, policyId, policyType: 'health' });
    const billOf = async () =>
      (await claims.progress(record.id)).checklist.find(
        ({ requirement }) => requirement === 'hospital_bill',
      );
    expect(await billOf()).toMatchObject({
      ...{ mark: 'received', on: '2026-06-20', by: 'anitha', documentId: first.id },
    });
    expect((await claims.find(record.id))?.missingDocuments).toBe(7);
    const second = (await upload(of)).record;
    expect(await billOf()).toMatchObject({ mark: 'received', documentId: second.id });
    const { items } = await documents.list({
      ...{ filter: { claimId: record.id }, sort: 'uploaded', direction: 'asc', limit: 10 },
    });
    expect(items.map(({ id }) => id)).toEqual([first.id, second.id]);
    const [uploaded] = await documents.history(first.id);
    expect(uploaded?.changes).toEqual(
      expect.arrayContaining([
        { field: 'claimId', label: 'Claim', before: null, after: `${record.id}` },
        expect.objectContaining({ field: 'requirement', after: 'hospital_bill' }),
      ]),
    );
    const told = (await claims.history(record.id)).map(({ summary }) => summary);
    expect(told.at(-1)).toBe('Hospital bill with its break-up: received');
  });

  it('is one document where two windows send the same file, and another once it was deleted', async () => {
    const { documents } = fixture;
    const { record } = await fixture.add(policyId);
    const content = samplePdf(randomUUID());
    const send = async (requirement: string) => {
      const file = await documents.receive('bill.pdf', arriving(content));
      const of = { customerId, documentType: 'claim_document', claimId: record.id, requirement };
      return documents.upload(DocumentInput.parse(of), file, by());
    };
    const at = await Promise.all(['hospital_bill', 'hospital_bill', 'discharge_summary'].map(send));
    const ids = at.map((one) => one.record.id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    await fixture.caughtUp();
    expect((await documents.count({ claimId: record.id })).count).toBe(2);
    await documents.delete(ids[0] as number, by());
    expect(ids).not.toContain((await send('hospital_bill')).record.id);
  });

  it('of no kind that is asked for ticks nothing', async () => {
    const { record } = await fixture.add(policyId);
    expect((await upload({ claimId: record.id })).record.claimId).toBe(record.id);
    expect((await fixture.claims.find(record.id))?.missingDocuments).toBe(8);
  });

  it('is refused where the customer has no such claim, or that needs no such document', async () => {
    const { record } = await fixture.add(policyId);
    const other = await fixture.customer('Somebody Else');
    const otherPolicy = await fixture.policy(other, randomUUID());
    const refused = async (fields: object) =>
      upload({ claimId: record.id, ...fields }).then(
        () => null,
        (error: Refusal) => error.fields.map(({ field, code }) => `${field} ${code}`).join(),
      );
    expect(await refused({ customerId: other })).toBe('claimId claim-unknown');
    expect(await refused({ claimId: 999_999 })).toBe('claimId claim-unknown');
    expect(await refused({ requirement: 'vehicle_keys' })).toBe('requirement not-required');
    expect(await refused({ policyId: otherPolicy })).toBe('policyId claim-policy-mismatch');
    await fixture.projected(await fixture.claims.delete(record.id, by()));
    expect(await refused({})).toBe('claimId claim-unknown');
  });

  /** As a process leaves it that dies before the claim is marked. */
  const uploadBrokenOff = async (fields: object) => {
    const dying = fixture.documentsWith(async () => {
      throw new Error('Killed');
    });
    await expect(upload(fields, dying)).rejects.toThrow('Killed');
    await fixture.caughtUp();
  };

  it('is ticked later where a process died between the two', async () => {
    const { claims, caughtUp } = fixture;
    const { record } = await fixture.add(policyId);
    await uploadBrokenOff({ claimId: record.id, requirement: 'claim_form' });
    expect(await claims.recover()).toBe(0);
    fixture.setTime('2026-06-20T06:02:00Z');
    expect(await claims.recover()).toBe(1);
    await caughtUp();
    expect((await claims.find(record.id))?.missingDocuments).toBe(7);
    expect(await claims.recover()).toBe(0);
    fixture.setTime(NOW);
  });

  it('that its claim would refuse is not tried, until the claim asks for it', async () => {
    const { claims, caughtUp, lookedAt } = fixture;
    const { record } = await fixture.add(policyId);
    await uploadBrokenOff({ claimId: record.id, requirement: 'hospital_bill' });
    const become = async (kind: string) => {
      await claims.update(record.id, claimRecord.patch.parse({ kind }), by());
      await caughtUp();
    };
    await become('cashless');
    fixture.setTime('2026-06-20T06:02:00Z');
    const before = lookedAt.length;
    expect(await claims.recover()).toBe(0);
    expect(lookedAt.length).toBe(before);
    await become('reimbursement');
    expect(await claims.recover()).toBe(1);
    expect((await claims.progress(record.id)).checklist).toContainEqual(
      expect.objectContaining({ requirement: 'hospital_bill', mark: 'received' }),
    );
    fixture.setTime(NOW);
  });
});

describe('a request for documents', () => {
  it('goes out once in the customer’s language, and names what is missing', async () => {
    const malayali = await fixture.customer('ലക്ഷ്മി', {
      ...{ email: 'lakshmi@example.in', language: 'ml' },
    });
    const { record } = await fixture.add(await fixture.policy(malayali, 'P/3'));
    await fixture.mark(record.id, 'claim_form');
    const before = (await fixture.emails()).length;
    const context = by();
    await fixture.ask(record.id, 'email', context);
    const again = await fixture.ask(record.id, 'email', context);
    expect(again.repeated).toBe(true);
    expect((await fixture.emails()).length).toBe(before + 1);
    const { text } = await fixture.claims.composeRequest(record.id);
    expect(text).toContain('ഡിസ്ചാർജ് സമ്മറി');
    expect(text).not.toContain('ക്ലെയിം ഫോം');
    const { requests } = await fixture.claims.progress(record.id);
    expect(requests).toMatchObject([{ channel: 'email', documents: 7, outcome: 'sent' }]);
  });

  it('that the mail server refuses says so, and stays in the history', async () => {
    const { record } = await fixture.add(policyId);
    fixture.refuseEmails(true);
    await expect(fixture.ask(record.id, 'email')).rejects.toMatchObject({
      fields: [{ code: 'email-refused' }],
    });
    fixture.refuseEmails(false);
    const { requests } = await fixture.claims.progress(record.id);
    expect(requests).toMatchObject([{ outcome: 'refused' }]);
    await fixture.ask(record.id, 'whatsapp');
    const last = (await fixture.claims.history(record.id)).at(-1);
    expect(last?.summary).toBe('8 documents asked for by WhatsApp');
  });
});

describe('an email that was broken off before anybody knew its end', () => {
  const PASSED = '2026-06-20T06:11:00Z';
  /** As a process leaves it that dies between the request and its outcome. */
  const brokenOff = async (fields: object = {}) => {
    const { record } = await fixture.add(policyId, fields);
    const event = ClaimDocumentsRequested({
      ...{ claimId: record.id, customerId, requestId: randomUUID() },
      ...{ channel: 'email', requirements: ['claim_form', 'discharge_summary'] },
    });
    const { commands } = fixture.platform;
    await fixture.projected(await commands.record(claimStream(record.id), [event], by()));
    return record;
  };
  const outcomes = async (id: number) =>
    (await fixture.claims.progress(id)).requests.map(({ outcome }) => outcome);

  it('is sent by itself after ten minutes, once, for what was asked for then', async () => {
    const { id, claimNumber } = await brokenOff();
    const before = await fixture.emails();
    expect(await fixture.claims.recover()).toBe(0);
    fixture.setTime(PASSED);
    expect(await fixture.claims.recover()).toBe(1);
    await fixture.caughtUp();
    expect(await fixture.claims.recover()).toBe(0);
    expect(await outcomes(id)).toEqual(['sent']);
    const after = await fixture.emails();
    expect(after.length).toBe(before.length + 1);
    expect(after.filter((email) => email.includes(claimNumber))).toHaveLength(1);
  });

  it('that the mail server refuses then is not sent later', async () => {
    const { id } = await brokenOff();
    fixture.setTime(PASSED);
    fixture.refuseEmails(true);
    expect(await fixture.claims.recover()).toBe(1);
    fixture.refuseEmails(false);
    await fixture.caughtUp();
    expect(await fixture.claims.recover()).toBe(0);
    expect(await outcomes(id)).toEqual(['refused']);
  });

  it('is out of date once the claim is closed, deleted, or was asked for again', async () => {
    const [closed, deleted, again] = [await brokenOff(), await brokenOff(), await brokenOff()];
    await fixture.move(closed.id, { stage: 'withdrawn', on: '20/06/2026' });
    await fixture.projected(await fixture.claims.delete(deleted.id, by()));
    await fixture.ask(again.id, 'whatsapp');
    const before = (await fixture.emails()).length;
    fixture.setTime(PASSED);
    expect(await fixture.claims.recover()).toBe(3);
    expect((await fixture.emails()).length).toBe(before);
    expect(await outcomes(again.id)).toEqual(['overtaken', 'sent']);
    expect((await fixture.claims.history(deleted.id)).at(-1)?.summary).toBe(
      'The email that asks for documents was out of date, and not tried again',
    );
  });
});

describe('a customer with an open claim', () => {
  it('is not deleted until it is closed', async () => {
    const id = await fixture.customer('Elsa Kurian');
    const term = await fixture.policy(id, 'P/6');
    const { record } = await fixture.add(term);
    const policy = { kind: 'health', id: term } as const;
    await fixture.projected(await fixture.policies.delete(policy, by()));
    await expect(fixture.customers.delete(id, by())).rejects.toMatchObject({
      kind: 'conflict',
      code: 'customer-has-open-claims',
      message: `This customer has an open claim: ${record.claimNumber}. Close or delete it first.`,
    });
    await fixture.claims.move(
      record.id,
      ClaimStepInput.parse({ stage: 'withdrawn', on: '20/06/2026' }),
      by(),
    );
    await fixture.customers.delete(id, by());
  });
});

describe('in a book', () => {
  it('only the claims of its customers exist', async () => {
    const owned = await fixture.customer('Chitra Menon');
    const term = await fixture.policy(owned, 'P/4');
    const { record } = await fixture.add(term);
    await fixture.projected(await fixture.customers.reassign(owned, 5, by()));
    const others = fixture.claims.within({ ownerId: 6 });
    const theirs = fixture.claims.within({ ownerId: 5 });
    expect(await theirs.find(record.id)).not.toBeNull();
    expect(await others.find(record.id)).toBeNull();
    const step = ClaimStepInput.parse({ stage: 'withdrawn', on: '20/06/2026' });
    for (const asked of [
      others.progress(record.id),
      others.move(record.id, step, by()),
      others.composeRequest(record.id),
      others.history(record.id),
      others.delete(record.id, by()),
    ]) {
      await expect(asked).rejects.toMatchObject({ kind: 'not-found' });
    }
    const input = claimRecord.input.parse({
      ...{ policyId: term, kind: 'cashless', lossDate: '10/06/2026', intimatedOn: '10/06/2026' },
    });
    await expect(others.create(input, by())).rejects.toMatchObject({
      fields: [{ code: 'policy-unknown' }],
    });
  });
});

describe('what is personal', () => {
  it('is in no event in the clear, and gone with the key of the customer', async () => {
    const gone = await fixture.customer('Devika Rao');
    const { record } = await fixture.add(await fixture.policy(gone, 'P/5'), {
      ...{ provider: 'Quiet Clinic', notes: 'Second opinion' },
    });
    const asked = { stage: 'query', on: '20/06/2026', reason: 'Which ward?' };
    await fixture.move(record.id, asked);
    const log = await textOfLog(fixture.platform.eventLog);
    for (const secret of ['Quiet Clinic', 'Second opinion', 'Which ward?', 'Lakeshore']) {
      expect(log).not.toContain(secret);
    }
    await fixture.platform.vault.destroyKey(customerStream(gone));
    const [first, last] = await fixture.claims.history(record.id);
    expect(JSON.stringify([first, last])).not.toContain('Quiet Clinic');
    await expect(fixture.claims.composeRequest(record.id)).rejects.toMatchObject({
      code: 'customer-erased',
    });
  });
});
