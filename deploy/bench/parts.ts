import { InvalidArgumentError } from 'commander';
import { measureAppends } from './appendMeasures.js';
import { measureDays } from './dayMeasures.js';
import { measureExports } from './exportMeasures.js';
import { measureFiles } from './fileMeasures.js';
import { measureHeldData } from './heldDataMeasures.js';
import { measureImports } from './importMeasures.js';
import { measureLogCopies } from './logCopyMeasures.js';
import { measureLogTree } from './logTreeMeasures.js';
import { measureMerges } from './mergeMeasures.js';
import { measureCommands, measureReadable, measureSustained } from './mutationMeasures.js';
import { measurePages } from './pageMeasures.js';
import { measureParquet } from './parquetMeasures.js';
import type { Part } from './part.js';
import { measurePastOffice } from './pastOfficeMeasures.js';
import { measureLists, measureScreens } from './questionMeasures.js';
import { measureRebuild } from './rebuildMeasures.js';
import { measureRelay } from './relayMeasures.js';
import { measureReminders } from './reminderMeasures.js';
import { measureReplays } from './replayMeasures.js';
import { measureReports } from './reportMeasures.js';
import { measureRetention } from './retentionMeasures.js';
import { measureStreams } from './streamMeasures.js';
import { measureWritesBesideStreams } from './writesBesideStreams.js';

/** In the order in which they run: a measure that is not here is not made. */
export const PARTS: readonly Part[] = [
  // Before anything else is added to the log.
  { name: 't', what: 'backup, restore and copies of the log', measure: measureLogCopies },
  // Before the app is at work, which would make the tree as well.
  { name: 'l', what: 'tree over the log', measure: measureLogTree },
  // Before what is appended bare: of those events nobody has said what their message is.
  { name: 'i', what: 'messages', measure: measureRelay },
  { name: 'b', what: 'command', together: 'a', measure: measureCommands },
  { name: 'a', what: 'bare append', together: 'b', measure: measureAppends },
  { name: 'f', what: 'list and search', measure: measureLists },
  { name: 'g', what: 'search over everything, dashboard', measure: measureScreens },
  { name: 'o', what: 'reports', measure: measureReports },
  { name: 'v', what: 'my day', measure: measureDays },
  { name: 'c', what: 'mutation until readable', measure: measureReadable },
  { name: 'd', what: 'sustained mutations', measure: measureSustained },
  { name: 'h', what: 'files and PDFs', measure: measureFiles },
  { name: 'j', what: 'reminders', measure: measureReminders },
  { name: 'k', what: 'changes told to browsers, notifications', measure: measureStreams },
  { name: 's', what: 'writes beside 1,000 streams', measure: measureWritesBesideStreams },
  { name: 'r', what: 'replays', measure: measureReplays },
  { name: 'p', what: 'what is held about a person', measure: measureHeldData },
  { name: 'u', what: 'likely duplicates and merges', measure: measureMerges },
  { name: 'web', what: 'pages and screens on a slow network', measure: measurePages },
  { name: 'm', what: 'office of a past day', measure: measurePastOffice },
  { name: 'n', what: 'Parquet files', measure: measureParquet },
  { name: 'x', what: 'exports in the background', measure: measureExports },
  { name: 'y', what: 'imports of spreadsheets', measure: measureImports },
  { name: 'q', what: 'ended retentions', measure: measureRetention },
  { name: 'e', what: 'rebuild', measure: measureRebuild },
];

/** The names of the parts that are wanted. @throws with a sentence for the person who typed them. */
export function partsNamed(text: string): string[] {
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length === 0) return wanted;
  throw new InvalidArgumentError(`There is no part ${unknown.join(', ')}.`);
}
