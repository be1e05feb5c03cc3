/** What speaks the protocol of EventStoreDB, in a process of its own that keeps its events in memory. */
import { startEventStoreDouble } from '@insuremanager/services/platform/eventLog/eventStoreDb/testing/eventStoreDouble';
import { onInput } from '../../harness/forked.js';

let stop = async (): Promise<void> => undefined;

onInput(
  async () => {
    const double = await startEventStoreDouble();
    stop = double.stop;
    return { url: double.url };
  },
  { goesOn: true, stop: () => stop() },
);
