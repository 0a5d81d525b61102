/** Counts the cookies in a string in the form of `document.cookie`. */
export function countCookies(cookies: string): number {
  return cookies.split(';').filter((cookie) => cookie.trim()).length;
}

/** Counts the resources that came from another origin over the network. */
export function countOthers(
  entries: readonly { name: string }[],
  origin: string,
): number {
  // Extensions and `blob:` addresses are no other company's files.
  return entries.filter(
    ({ name }) => /^https?:/.test(name) && !name.startsWith(`${origin}/`),
  ).length;
}
