import type { ImportRow, ImportView } from '@insuremanager/contracts/imports/importViews';
import { FORM_TYPE, filePart, formOf } from '@insuremanager/gateway/testing/uploading';
import { expect } from 'vitest';
import type { SignedInCalls } from './gatewayFixture.js';

/** Far beyond what a busy machine needs for thousands of rows. */
const AT_MOST_MS = 300_000;

/** What specs do with imports over REST and GraphQL. The importer has to be started. */
export function importing({ fixture, send, ask }: SignedInCalls) {
  const upload = async (name: string, content: string | Buffer, cookie = fixture.cookie) => {
    const response = await fetch(`${fixture.gateway.url}/api/imports`, {
      method: 'POST',
      headers: { cookie, 'content-type': FORM_TYPE, 'sec-fetch-site': 'same-origin' },
      body: new Uint8Array(formOf([filePart(Buffer.from(content), name)])),
    });
    return { status: response.status, json: (await response.json()) as { id: number } };
  };
  const view = async (id: number) =>
    (await send('GET', `/api/imports/${id}`)).json as unknown as ImportView;
  const becomes = async (id: number, state: string): Promise<ImportView> => {
    const look = async () => (await view(id)).state;
    await expect.poll(look, { timeout: AT_MOST_MS }).toBe(state);
    return view(id);
  };
  const mutate = async (name: string, args: string, variables: object = {}, declared = '') => {
    const answer = name === 'discardImport' ? '' : '{ state }';
    const { json } = await ask(`mutation ${declared} { ${name}(${args}) ${answer} }`, variables);
    expect(json.errors).toBeUndefined();
  };
  const uploaded = async (name: string, content: string | Buffer): Promise<ImportView> => {
    const { status, json } = await upload(name, content);
    expect(status).toBe(202);
    return becomes(json.id, 'mapping');
  };
  const check = async (id: number): Promise<ImportView> => {
    await mutate('checkImport', `id: ${id}`);
    return becomes(id, 'checked');
  };
  const checked = async (name: string, content: string | Buffer) =>
    check((await uploaded(name, content)).id);
  const write = async (id: number): Promise<ImportView> => {
    await mutate('startImport', `id: ${id}, commandId: "start-${id}"`);
    return becomes(id, 'done');
  };
  const undo = async (id: number): Promise<ImportView> => {
    await mutate('undoImport', `id: ${id}, commandId: "undo-${id}"`);
    return becomes(id, 'undone');
  };
  return {
    ...{ upload, uploaded, view, becomes, mutate, check, checked, write, undo },
    imported: async (name: string, content: string | Buffer) =>
      write((await checked(name, content)).id),
    rows: async (id: number, sheet: number) => {
      const { json } = await ask(
        `query ($id: Int!, $sheet: Int!) { importRows(id: $id, sheet: $sheet, first: 200) {
           items { row cells outcome problems { message } record { kind id label } } } }`,
        { id, sheet },
      );
      const { importRows } = json.data as unknown as { importRows: { items: ImportRow[] } };
      return importRows.items;
    },
    caughtUp: async () => {
      const head = await fixture.gateway.platform.eventLog.head();
      if (head) await fixture.gateway.readModels.waitFor(head, 60_000);
    },
  };
}
