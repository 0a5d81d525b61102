/**
 * The site's policy of Trusted Types. The Content-Security-Policy lets it be created
 * once. Only constants of the site may pass through it, never a visitor's text.
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
