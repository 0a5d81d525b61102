import { notFound, type Route } from '../routes.ts';

export interface PageFiles {
  css: string;
  /** The files that the inlined styles came from. */
  styles: readonly string[];
  scripts: readonly string[];
  fonts: readonly string[];
  styleHash: string;
  inlineScripts: readonly string[];
}

/** The head of a route's static page. */
export function headOf(
  route: Route,
  siteUrl: string,
  files: PageFiles,
): string {
  const title = escapeHtml(route.title);
  const description = escapeHtml(route.description);
  const address = escapeHtml(siteUrl + route.path);
  return [
    `<meta http-equiv="Content-Security-Policy" content="${policy(files)}">`,
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    route === notFound
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${address}">`,
    ...files.fonts.map(
      (file) =>
        `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...files.scripts.map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
    `<style>${files.css}</style>`,
    // Tells the loader of page chunks that these styles are here already; a
    // disabled style sheet is not fetched.
    ...files.styles.map(
      (file) => `<link rel="stylesheet" href="/${file}" disabled>`,
    ),
  ].join('\n    ');
}

function policy({ styleHash, inlineScripts }: PageFiles): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScripts.join(' ')}`,
    `style-src 'self' ${styleHash}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
