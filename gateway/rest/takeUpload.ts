import { DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import { FILE_SENTENCES } from '@insuremanager/contracts/documents/documentKinds';
import { isMissing } from '@insuremanager/contracts/rules/text';
import type { DocumentsOfBook, ReceivedFile } from '@insuremanager/services/documents/index';
import { invalid, type Refusal } from '@insuremanager/services/platform/errors';
import { signedInUser } from '../sessions/signedInUser.js';
import { type FileTaker, readUploadForm, type UploadForm } from '../uploads/uploadForm.js';
import { validated } from '../validated.js';
import { answerRecord, restCommandContext, waitForProjection } from './restCommands.js';
import type { Exchange } from './restRoute.js';

/** Takes a file in while it arrives, then enters it as a document of its customer. */
export async function takeUpload({ request, response, services }: Exchange): Promise<void> {
  const { documents, readModels, slots } = services;
  const taker: FileTaker<ReceivedFile> = {
    take: (fileName, content) => documents.receive(fileName, content),
    giveUp: (file) => documents.discard(file),
  };
  await slots.within(signedInUser(response).userId, async () => {
    const context = restCommandContext(request, response);
    const form = await readUploadForm(request, taker);
    const { input, file } = await checked(form, documents);
    const { record: document, position } = await documents.upload(input, file, context);
    await waitForProjection(response, readModels, position);
    const warnings = await documents.warningsOf(document, file);
    response.status(201).location(`/api/documents/${document.id}`);
    answerRecord(response, { ...document, warnings });
  });
}

/** @throws Refusal `invalid`; a file that had been received is then given up. */
async function checked(
  { fields, file }: UploadForm<ReceivedFile>,
  documents: Pick<DocumentsOfBook, 'discard'>,
): Promise<{ input: DocumentInput; file: ReceivedFile }> {
  if (file === null) throw missing('file');
  try {
    if (isMissing(fields.customerId)) throw missing('customerId');
    return { input: validated(DocumentInput, fields), file };
  } catch (error) {
    await documents.discard(file);
    throw error;
  }
}

/** The one sentence of the form, whatever else is at fault. */
const missing = (field: 'file' | 'customerId'): Refusal =>
  invalid([{ field, code: 'required', message: FILE_SENTENCES.missing }]);
