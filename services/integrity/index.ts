import type { LogTree } from '../platform/logTree/logTree.js';
import type { HeadKeepers } from '../platform/logTree/publishHeads.js';
import { defineSlice } from '../platform/slice.js';
import { createIntegrity } from './createIntegrity.js';
import type { DossierPaper } from './dossierPdf.js';

export type { DossierRequest, Integrity } from './integrity.js';

export const integritySlice = defineSlice({
  open: (
    platform,
    _tables,
    others: DossierPaper & { readonly logTree: LogTree; readonly headKeepers: HeadKeepers },
  ) =>
    createIntegrity(platform, {
      ...{ logTree: others.logTree, keepers: others.headKeepers },
      paper: others,
    }),
});
