import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { escapeHtml } from '../../src/node/escape-html.ts';
import { manifest } from '../../src/node/plugins/web-manifest.ts';
import {
  checkBuildSettings,
  checkDeployment,
  readEnvFiles,
} from '../../src/node/settings.ts';
import { hasBrowser } from '../support/browsers.ts';
import { pages } from '../support/pages.ts';
import {
  type Deployment,
  erase,
  readDeployment,
  statusForOwner,
} from './deployment.ts';

/** Ends the smoke test with one line if it cannot judge what SITE names. */
export default async function setUp(): Promise<void> {
  try {
    await checkInput();
  } catch (error) {
    // Playwright prints the stack, of which only the message is of use.
    const { message } = error as Error;
    throw Object.assign(new Error(message), { stack: message });
  }
}

async function checkInput(): Promise<void> {
  const { SITE = '', WRITE } = process.env;
  const format =
    /^(https:\/\/[^/?#@]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\/?$/;
  if (!format.test(SITE) || !URL.canParse(SITE)) {
    throw new Error(
      `SITE is "${SITE}"; name the site's origin alone, as in: SITE=https://the.site npm run smoke.`,
    );
  }
  // `npm start` reads no .env file either. The tests inherit the variables.
  if (SITE.startsWith('https:')) {
    readEnvFiles();
    checkDeployment({ ...process.env, GCLOUD_PROJECT: undefined });
  } else checkBuildSettings(process.env);
  const deployment = readDeployment();
  const { origin, dist } = deployment;
  if (!existsSync(`${dist}/sw.js`)) {
    throw new Error(
      `There is no build in ${dist}: run npm run build in the checkout that was deployed.`,
    );
  }
  if (!hasBrowser('chromium')) {
    throw new Error(
      'Chromium is not installed: run npx playwright install chromium.',
    );
  }
  await checkSite(origin);
  if (WRITE === '1') await checkOwner(deployment);
  else console.log('Nothing is written without WRITE=1.');
}

async function checkSite(origin: string): Promise<void> {
  const get = (path: string) =>
    fetch(origin + path, { redirect: 'manual' }).catch(({ cause }) => {
      const { code = cause } = Object(cause);
      throw new Error(
        /CERT|SELF_SIGNED|UNABLE_TO_/.test(code)
          ? `The certificate of ${origin} is not valid (${code}): see its domain in the Firebase console, under Hosting.`
          : `${origin} does not answer (${code}): check the address and the network.`,
      );
    });
  const first = await get('/');
  const title = `<title>${escapeHtml(pages[0]?.title ?? '')}</title>`;
  if ((await first.text()).includes(title)) return;
  // A broken first page is for the test to report.
  const second = await get('/manifest.webmanifest');
  if ((await second.text()).includes(JSON.stringify(manifest.name))) return;
  const place = first.headers.get('location');
  throw new Error(
    `${origin} ${place ? `leads to ${place}` : `answers ${first.status}`} and is not this site: name the address that the site is deployed to.`,
  );
}

/** Tries, on records that do not exist, what follows each written record. */
async function checkOwner(deployment: Deployment): Promise<void> {
  const path = `waitlist/${randomUUID()}`;
  try {
    const status = await statusForOwner(deployment, path);
    if (/40[13]/.test(`${status}`)) throw `Firestore answered ${status}`;
    await erase(deployment, [path]);
  } catch (error) {
    const why = (error as Error).message ?? error;
    throw new Error(
      `WRITE=1 needs credentials that can erase what is written (${why}): run gcloud auth application-default login with an account that has datastore.entities.get and .delete in ${deployment.project}, or leave WRITE out.`,
    );
  }
}
