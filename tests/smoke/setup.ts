import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { manifest } from '../../src/build/plugins/web-manifest.ts';
import * as settings from '../../src/node/settings.ts';
import {
  type Deployment,
  eraseRecords,
  readDeployment,
  requestAsOwner,
} from './deployment.ts';
import { requestSite } from './site-address.ts';

/** Fails the run with a one-line message if a requirement is not met. */
export default async function setUp(): Promise<void> {
  const problem = await findProblem().catch(({ message }: Error) => message);
  // Playwright prints the stack, so set it to the message alone.
  if (problem) throw Object.assign(new Error(problem), { stack: problem });
}

async function findProblem(): Promise<string | undefined> {
  const { SITE = '', WRITE, LEAVE } = process.env;
  if (SITE.startsWith('https:')) {
    settings.readEnvFiles();
    settings.checkDeploySettings({ ...process.env, GCLOUD_PROJECT: undefined });
  } else {
    settings.checkBuildSettings(process.env);
  }

  const deployment = readDeployment();
  if (!existsSync(`${deployment.dist}/sw.js`))
    return 'There is no build: run npm run build in a checkout of what was deployed.';

  if (WRITE !== '1') console.log('Nothing is written without --write.');

  const siteProblem = await findSiteProblem(deployment);
  if (siteProblem || WRITE !== '1' || LEAVE) return siteProblem;
  return findAccessProblem(deployment);
}

async function findSiteProblem({ origin }: Deployment) {
  try {
    const path = '/manifest.webmanifest';
    const { response, origin: servedOrigin } = await requestSite(origin, path);

    const isPearSite = (await response.text()).includes(`"${manifest.name}"`);
    if (!isPearSite) {
      return `${response.url} answers ${response.status} and is not this site's manifest: name the address that the site is deployed to.`;
    }

    if (servedOrigin !== origin) {
      console.log(`${origin} redirects to ${servedOrigin}, which is tested.`);
      // Playwright passes the variables of this process on to the tests.
      process.env.SITE = servedOrigin;
    }

    return undefined;
  } catch (error) {
    const { code } = Object((error as Error).cause);

    return /CERT|SELF_SIGNED|UNABLE_TO_/.test(code)
      ? `The certificate of ${origin} is not valid (${code}): see its domain in the Firebase console, under Hosting.`
      : `${origin} does not answer (${code ?? error}): check the address and the network.`;
  }
}

/** Checks the owner's permissions by reading and erasing a missing record. */
async function findAccessProblem(deployment: Deployment) {
  const path = `waitlist/${randomUUID()}`;
  try {
    const status = await requestAsOwner(deployment, `/${path}`);
    if (isDenied(status))
      throw new Error(`Firestore answered ${status}`, { cause: status });
    await eraseRecords(deployment, [path]);
    return undefined;
  } catch (error) {
    const { cause: status } = error as Error;
    if (typeof status === 'number' && !isDenied(status)) {
      return `Firestore answers ${status} to the owner, so --write could not erase what it writes: see the row with this status in "A bad day" of docs/operations.md.`;
    }
    return `--write needs credentials that can erase what is written (${error}): run gcloud auth application-default login with an account that has datastore.entities.get and .delete in ${deployment.project}, or leave --write out.`;
  }
}

function isDenied(status: number): boolean {
  return status === 401 || status === 403;
}
