import type { HeadTag } from '../../app/address-tags.ts';
import { describePage } from '../../app/head-tags.ts';
import type { PageData } from '../../boot/page-data.ts';
import { escapeHtml } from '../../node/escape.ts';
import type { Route } from '../../routes.ts';
import { type PolicyInput, renderPolicy } from './content-security-policy.ts';

interface HeadInput extends PolicyInput {
  css: string;
  /** Names of the style sheets that `css` consists of. */
  styles: readonly string[];
  inlineScript: string;
  scripts: PageData;
  fonts: readonly string[];
  /** HTML: the links that preload the pictures of the first view. */
  preloads: string;
}

export function renderHead(route: Route, siteUrl: string, files: HeadInput) {
  const scripts = JSON.stringify(files.scripts);
  return [
    `<meta http-equiv="Content-Security-Policy" content="${renderPolicy(files)}">`,
    `<title>${escapeHtml(route.title)}</title>`,
    ...describePage(route, siteUrl).map(renderTag),
    ...files.fonts.map(
      (file) =>
        `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
    ),
    files.preloads,
    `<style>${files.css}</style>`,
    // Because of these links, Vite does not load the inlined styles again.
    ...files.styles.map(
      (file) => `<link rel="stylesheet" href="/${file}" disabled>`,
    ),
    // A JSON script needs no hash in the policy.
    `<script type="application/json">${escapeScript(scripts)}</script>`,
    `<script>${files.inlineScript}</script>`,
  ].join('\n');
}

function renderTag({ name, attributes, text }: HeadTag): string {
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeHtml(value)}"`,
  );
  const startTag = `<${name}${attributeTexts.join('')}>`;
  return text === undefined
    ? startTag
    : `${startTag}${escapeScript(text)}</${name}>`;
}

/** Escapes `</script>` in JSON. */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
