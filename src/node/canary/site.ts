import { routes } from '../../routes.ts';
import { escapeHtml } from '../escape-html.ts';
import { manifest } from '../plugins/web-manifest.ts';
import { UserError } from '../user-error.ts';
import type { Findings } from './findings.ts';
import { type Answer, type Ask, NoAnswer } from './request.ts';

/** The deployment that is judged. */
export interface Site {
  origin: string;
  isLocal: boolean;
  ask: Ask;
  findings: Findings;
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;
const week = 7 * 24 * 60 * 60 * 1000;
const renew =
  'See the domain in the Firebase console, under Hosting; renewal needs its DNS records as they were given.';

/** Returns whether there is a site to judge; throws where it is not this one. */
export async function enter(site: Site, now: number): Promise<boolean> {
  const { origin, ask, findings, isLocal } = site;
  let first: Answer;
  try {
    first = await ask(`${origin}/`);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (!certificateCodes.test(error.code)) {
      throw new UserError(
        `No answer from ${origin} (${error.code}); see that the address is right and the network is there.`,
      );
    }
    const what = `its certificate is not trusted (${error.code})`;
    findings.elsewhere('certificate', origin, what, renew);
    return false;
  }
  const { location = '' } = first.headers;
  const to = URL.canParse(location, origin) && new URL(location, origin).origin;
  if (to && to !== origin) {
    throw new UserError(`${origin} leads to ${to}; name that address.`);
  }
  const title = `<title>${escapeHtml(routes[0]?.title ?? '')}</title>`;
  if (!first.body.includes(title)) {
    const second = await ask(`${origin}/manifest.webmanifest`);
    if (!second.body.includes(JSON.stringify(manifest.name))) {
      throw new UserError(
        `${origin} answers ${first.status}, but neither its first page nor its manifest is this site's; name the address that it is deployed to.`,
      );
    }
  }
  if (isLocal) return true;
  const ends = first.certificateEnds;
  if (ends !== undefined && ends < now + week) {
    const what = `its certificate ends on ${new Date(ends).toISOString().slice(0, 10)}`;
    findings.elsewhere('certificate', origin, what, renew);
  }
  await checkPlain(site);
  return true;
}

/** Whoever comes by http is led to https. */
async function checkPlain({ origin, ask, findings }: Site): Promise<void> {
  const plain = origin.replace(/^https/, 'http');
  try {
    const { status, headers } = await ask(`${plain}/`);
    const leads = /^30[1278]$/.test(`${status}`);
    if (leads && headers.location?.startsWith(origin)) return;
    const what = `it answers ${status} instead of leading to https`;
    const todo = 'Hosting leads there by itself: see what stands before it.';
    findings.elsewhere('http', plain, what, todo);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    findings.note(`${plain} does not answer (${error.code}).`);
  }
}
