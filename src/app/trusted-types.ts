/**
 * The site's own policy of Trusted Types. The Content-Security-Policy permits no other,
 * and one script may create it once. Only constants of the site may pass through it.
 */
const policy = globalThis.window?.trustedTypes?.createPolicy('pear', {
  createScript: (text: string) => text,
  createScriptURL: (url: string) => url,
});

/** Returns the text of a script element, here of one that contains data. */
export function createTrustedScript(text: string): string {
  return policy?.createScript(text) ?? text;
}

/** Returns the URL of a worker. */
export function createTrustedUrl(url: string): string {
  return policy?.createScriptURL(url) ?? url;
}
