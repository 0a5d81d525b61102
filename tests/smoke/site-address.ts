import { UserError } from '../../src/node/user-error.ts';

/**
 * Returns the origin of a site as browsers write it: in lower case, without a final
 * slash and without a default port.
 */
export function normalizeSite(text: string): string {
  const advice = 'write its origin, for example https://pear.example';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UserError(`"${text}" is not the address of a site; ${advice}.`);
  }

  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new UserError(
      `"${text}" is more than the origin of a site; ${advice}.`,
    );
  }
  return url.origin;
}

/**
 * Requests a file of a site, and follows one redirect to another origin, such as from
 * www.pear.example to pear.example. Returns the response and the origin that sent it.
 */
export async function requestSite(
  origin: string,
  path: string,
): Promise<{ response: Response; origin: string }> {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || !location) {
    return { response, origin };
  }

  const target = new URL(location, origin + path);
  const redirectedResponse = await fetch(target, { redirect: 'manual' });
  return { response: redirectedResponse, origin: target.origin };
}
