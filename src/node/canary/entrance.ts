import { routes } from '../../routes.ts';
import { escapeHtml } from '../escape-html.ts';
import { manifest } from '../plugins/web-manifest.ts';
import { UserError } from '../user-error.ts';
import { NoAnswer } from './request.ts';
import type { Site } from './site.ts';

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;
const week = 7 * 24 * 60 * 60 * 1000;

/** Returns whether there is a site to judge; throws where it is not this one. */
export async function enter(
  site: Omit<Site, 'dist'>,
  now: number,
): Promise<boolean> {
  const { origin, ask, findings, isLocal } = site;
  const renew =
    'See the domain in the Firebase console, under Hosting; renewal needs its DNS records as they were given.';
  const first = await ask(`${origin}/`).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    if (certificateCodes.test(error.code)) {
      const what = `its certificate is not trusted (${error.code})`;
      findings.elsewhere('certificate', origin, what, renew);
      return undefined;
    }
    throw new UserError(
      `No answer from ${origin} (${error.code}); see that the address is right and the network is there.`,
    );
  });
  if (!first) return false;
  const { location = '' } = first.headers;
  if (URL.canParse(location, origin)) {
    const to = new URL(location, origin);
    if (location && to.origin !== origin) {
      throw new UserError(
        `${origin} leads to ${to.origin}; name that address.`,
      );
    }
  }
  if (
    !first.text.includes(`<title>${escapeHtml(routes[0]?.title ?? '')}</title>`)
  ) {
    const second = await ask(`${origin}/manifest.webmanifest`);
    if (!second.text.includes(JSON.stringify(manifest.name))) {
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
async function checkPlain({
  origin,
  ask,
  findings,
}: Omit<Site, 'dist'>): Promise<void> {
  const plain = origin.replace(/^https/, 'http');
  try {
    const { status, headers } = await ask(`${plain}/`);
    const { location = '' } = headers;
    if (/^30[1278]$/.test(String(status)) && location.startsWith(origin))
      return;
    findings.elsewhere(
      'http',
      plain,
      `it answers ${status} instead of leading to https`,
      'Hosting leads there by itself: see what stands before it.',
    );
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    findings.note(`${plain} gives no answer (${error.code}).`);
  }
}
