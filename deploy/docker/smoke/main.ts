/**
 * `npm run test:compose`: the product as docker-compose.yml describes it, in containers of images
 * made here. People work through the proxy while one container after another is killed; at the end a
 * table says what that did. Exit code 0: nothing was lost, and everything was back within 30
 * seconds each. 3: it cannot be run here, and it says why. `-- --fast` kills two of them only.
 */
import { fileURLToPath } from 'node:url';
import { until } from '../../harness/waiting.js';
import { endWith } from '../../start/endWith.js';
import { output } from './commands.js';
import { containersOf, type Docker, NoDocker, openDocker } from './docker.js';
import { buildImages, findIngredients } from './images.js';
import { makeProject, type Project } from './project.js';
import type { StoryInput } from './story.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Whoever ends the test ends what it has started, and gets rid of its containers, too. */
const ending = new AbortController();
const { signal: ended } = ending;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => ending.abort(new Error('The test was ended.')));
}

const UP_TIMEOUT_MS = 300_000;
const NOT_RUN = 3;

const durations: string[] = [];

async function timed<Result>(part: string, work: Promise<Result>): Promise<Result> {
  const begunAt = Date.now();
  try {
    return await work;
  } finally {
    durations.push(`${part} ${Math.round((Date.now() - begunAt) / 1000)} s`);
  }
}

async function main(args: readonly string[]): Promise<number> {
  try {
    const ingredients = findIngredients();
    const docker = await timed('Docker', openDocker(ended));
    try {
      const building = buildImages({ docker, root, say }, ingredients);
      const images = await timed('images', building);
      return await withProject(docker, await makeProject(docker, { root, images }), args);
    } finally {
      await timed('stopping Docker', docker.stop());
    }
  } catch (error) {
    if (!(error instanceof NoDocker)) throw error;
    say(`The compose smoke test is NOT run: ${error.message}`);
    return NOT_RUN;
  } finally {
    if (durations.length > 0) say(`Took: ${durations.join(', ')}.`);
  }
}

async function withProject(
  docker: Docker,
  project: Project,
  args: readonly string[],
): Promise<number> {
  try {
    await timed('coming up', comeUp(docker, project));
    const story: StoryInput = {
      ...{ url: project.url, mailUrl: project.mailUrl, project: project.name },
      ...{ signIn: await project.firstSignIn(), isFast: args.includes('--fast') },
    };
    // A process of its own, as Node learns of authorities only when it starts.
    const told = output(process.execPath, [fileURLToPath(new URL('story.js', import.meta.url))], {
      env: {
        ...docker.env,
        NODE_EXTRA_CA_CERTS: await project.authority(),
        STORY: JSON.stringify(story),
      },
      ...{ isShown: true, ended },
    });
    await timed('work and kills', told);
    await timed('ops', askOps(project));
    return 0;
  } catch (error) {
    ended.throwIfAborted();
    say(await project.compose('ps'));
    say(await project.compose('logs', '--no-color', '--tail', '30'));
    throw error;
  } finally {
    await timed('removing', project.remove());
  }
}

async function askOps(project: Project): Promise<void> {
  say(await project.compose('run', '--rm', 'ops', 'status'));
  say(await project.compose('run', '--rm', 'ops', 'backup', '/backups/smoke'));
}

async function comeUp(docker: Docker, project: Project): Promise<void> {
  say('Coming up …');
  const begunAt = Date.now();
  await project.compose('up', '--detach', '--no-build');
  const isUp = async () =>
    (await containersOf(docker, project.name)).every(({ isHealthy }) => isHealthy);
  await until(isUp, 'all containers to be healthy', UP_TIMEOUT_MS, 500);
  say(`All containers are healthy after ${Math.round((Date.now() - begunAt) / 1000)} s.`);
}

endWith(main(process.argv.slice(2)));
