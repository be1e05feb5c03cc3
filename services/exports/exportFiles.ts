import { userStream } from '@insuremanager/contracts/identity/userEvents';

/** What the keys of files begin with that were exported in the background. */
export const EXPORT_FILES = 'exports/';

/** By whose key such a file is encrypted: of the user who may download it. */
export const subjectOfExports = userStream;
