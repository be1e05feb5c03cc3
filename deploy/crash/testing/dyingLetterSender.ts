/** Sends letters about breaches, until it is killed. */
import { caughtUp } from '../../roles/openServices.js';
import { mailUntilKilled } from './killedMailing.js';

mailUntilKilled(async (services) => {
  services.readModels.start();
  await caughtUp(services);
  await services.breaches.sendLetters(new AbortController().signal);
});
