/** Counts the cookies in a string in the format of `document.cookie`. */
export function countCookies(cookies: string): number {
  return cookies.split(';').filter((cookie) => cookie.trim()).length;
}

/** Counts resources that were loaded over HTTP(S) from another origin. */
export function countThirdPartyResources(
  resources: readonly { name: string }[],
  origin: string,
): number {
  return resources.filter(
    ({ name }) => /^https?:/.test(name) && !name.startsWith(`${origin}/`),
  ).length;
}
