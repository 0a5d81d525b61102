import { readFileSync } from 'node:fs';
import { previewWords } from '../../src/content/link-previews.ts';
import { sampleBrands } from '../../src/content/sample-brands.ts';

/** A picture that Chromium draws from HTML. */
export interface Drawing {
  /** Everything that the picture consists of: drawings, fonts and colors. */
  html: string;
  width: number;
  height: number;
}

/** A picture of a page of the site. */
export interface Screenshot {
  subject: 'landing page' | 'unsent messages';
  width: number;
  height: number;
  scale: number;
  /** The files whose change makes the picture old. */
  sources: readonly string[];
}

type PreviewName = keyof typeof previewWords;

const tokensFile = 'src/styles/tokens.css';

const landingPageSources = [
  tokensFile,
  'src/app/header.module.css',
  'src/content/home.ts',
  'src/content/navigation.ts',
  'src/content/sample-brands.ts',
  'src/components/collar.module.css',
  'src/pages/home/hero.module.css',
  'src/pages/home/hero.tsx',
  'src/pages/home/rail.module.css',
  'src/pages/home/swatches.module.css',
  'public/pictures/collars.svg',
  'public/pictures/label.svg',
  'public/pictures/pear.svg',
  'public/pictures/swatches.svg',
];

const unsentMessagesSources = [
  tokensFile,
  'src/content/unsent.ts',
  'src/unsent/unsent-dialog.tsx',
  'src/unsent/unsent-item.tsx',
  'src/unsent/unsent.module.css',
];

/** Pictures of pages, by file. */
export const screenshots: Readonly<Record<string, Screenshot>> = {
  'public/screenshots/narrow.png': {
    subject: 'landing page',
    width: 390,
    height: 844,
    scale: 2,
    sources: landingPageSources,
  },
  'public/screenshots/wide.png': {
    subject: 'landing page',
    width: 1440,
    height: 900,
    scale: 1,
    sources: landingPageSources,
  },
  '.github/screenshots/site.png': {
    subject: 'landing page',
    width: 1440,
    height: 900,
    scale: 2 / 3,
    sources: landingPageSources,
  },
  '.github/screenshots/unsent.png': {
    subject: 'unsent messages',
    width: 390,
    height: 844,
    scale: 1,
    sources: unsentMessagesSources,
  },
};

/** Returns the icons and the pictures of shared links, by file. */
export function createDrawings(): Readonly<Record<string, Drawing>> {
  const glow = `background: radial-gradient(circle,
    color-mix(in srgb, var(--accent) 45%, transparent),
    color-mix(in srgb, var(--accent) 20%, transparent) 30%,
    transparent 55%), var(--ground)`;
  const rounded = `${glow}; border-radius: 24%`;

  return {
    'public/icons/apple-touch-180.png': drawIcon(180, 0.7, glow),
    'public/icons/icon-192.png': drawIcon(192, 0.76, rounded),
    'public/icons/icon-512.png': drawIcon(512, 0.76, rounded),
    'public/icons/maskable-512.png': drawIcon(512, 0.66, glow),
    'public/icons/monochrome-512.png': drawIcon(
      512,
      0.8,
      '',
      'filter: brightness(0) invert(1)',
    ),
    'public/social/home.png': drawPreview('home', renderCollar('Odalune')),
    'public/social/shoppers.png': drawPreview(
      'shoppers',
      renderCollar('Copperhem'),
    ),
    'public/social/brands.png': drawPreview('brands', renderCollar('Drizmoor')),
    'public/social/contact.png': drawPreview(
      'contact',
      renderCollar('Skeinwell'),
    ),
  };
}

/** Returns the pictures that `public/favicon.ico` contains. */
export function createFavicons(): readonly Drawing[] {
  return [16, 32, 48].map((size) =>
    createDrawing(size, size, renderImage('favicon', size, '')),
  );
}

/** Returns a square with a centered pear of `ratio` times the square's width. */
function drawIcon(
  size: number,
  ratio: number,
  style: string,
  pearStyle = '',
): Drawing {
  const margin = (size * (1 - ratio)) / 2;
  return createDrawing(
    size,
    size,
    `<div style="width: ${size}px; height: ${size}px; ${style}"></div>
    ${renderImage('pictures/pear', size * ratio, `${pearStyle}; inset: ${margin}px`)}`,
  );
}

/** Returns the picture that social networks show beside a link to the site. */
function drawPreview(name: PreviewName, drawing: string): Drawing {
  const { heading, lead } = previewWords[name];
  return createDrawing(
    1200,
    630,
    `${defineFont('lora', 600)} ${defineFont('poppins', 400)}
    <div style="width: 1200px; height: 630px; overflow: hidden; background: var(--ground)">
      <div style="left: 80px; top: 568px; width: 620px; height: 2px;
        background: repeating-linear-gradient(90deg, var(--line-stitch) 0 9px, transparent 9px 16px)">
      </div>
      ${drawing}
      ${renderImage('pictures/pear', 61, 'left: 80px; top: 71px')}
      <p style="left: 154px; top: 66px; color: var(--text); font: 50px lora">pear</p>
      <p style="left: 80px; top: 215px; color: var(--text);
        font: 75px/82px lora; letter-spacing: -0.01em">${heading.join('\n')}</p>
      <p style="left: 82px; top: ${241 + 82 * heading.length}px;
        color: var(--muted); font: 28px poppins">${lead}</p>
    </div>`,
  );
}

/** Returns HTML of a brand's collar with its label. */
function renderCollar(brand: (typeof sampleBrands)[number]): string {
  const column = sampleBrands.indexOf(brand);
  const collarWidth = 830;
  const logoWidth = 35;
  // The label has no room for a longer name in the larger size.
  const fontSize = brand.length > 8 ? 27 : 32;
  // collars.svg has another collar, without a brand, in its last column.
  const collarsWidth = collarWidth * (sampleBrands.length + 1);
  // swatches.svg has a row of cloths, 132 units wide each, and below them the logos, which
  // are 64 units wide. The cloths are the wider row.
  const swatchesWidth = logoWidth * (132 / 64) * sampleBrands.length;

  return `
    <div style="left: 0; top: 46px; width: 1200px; height: 7px; background: var(--rod)"></div>
    <div style="left: 560px; top: 36px; width: ${collarWidth}px; height: 594px; overflow: hidden">
      ${renderImage('pictures/collars', collarsWidth, `top: 0; left: ${-column * collarWidth}px`)}
      ${renderImage('pictures/label', 249, 'left: 290px; top: 200px')}
      <div style="left: 290px; top: 200px; width: 249px; height: 83px">
        <div style="left: 24px; top: 24px; width: ${logoWidth}px; height: ${logoWidth}px; overflow: hidden">
          ${renderImage('pictures/swatches', swatchesWidth, `top: -39px; left: ${-column * logoWidth}px`)}
        </div>
        <p style="left: 70px; top: 20px; color: var(--on-linen); font: ${fontSize}px/40px lora">${brand}</p>
      </div>
    </div>`;
}

function renderImage(name: string, width: number, style: string): string {
  const data = readFileSync(`public/${name}.svg`).toString('base64');
  return `<img src="data:image/svg+xml;base64,${data}" width="${width}" style="${style}">`;
}

function defineFont(name: string, weight: number): string {
  const file = `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`;
  const data = readFileSync(file).toString('base64');
  return `<style>@font-face { font-family: ${name}; src: url(data:font/woff2;base64,${data}) }</style>`;
}

function createDrawing(width: number, height: number, body: string): Drawing {
  const styles =
    'body { margin: 0 } body * { position: absolute; margin: 0; white-space: pre }';
  const html = `<style>${styles}</style>${body}`;
  return { html: insertTokens(html), width, height };
}

/** Puts the values of tokens in place of `var()`, so that no other token matters. */
function insertTokens(html: string): string {
  const tokens = readTokens();
  const replaced = html.replace(/var\((--[\w-]+)\)/g, (_, name) => {
    const value = tokens.get(name);
    if (!value) throw new Error(`${tokensFile} has no ${name}`);
    return value;
  });
  return replaced.includes('var(') ? insertTokens(replaced) : replaced;
}

function readTokens(): ReadonlyMap<string, string> {
  const text = readFileSync(tokensFile, 'utf8');
  const declarations = text.matchAll(/^ {2}(--[\w-]+):\s*([^;]+);/gm);
  return new Map(
    Array.from(declarations, ([, name = '', value = '']) => [name, value]),
  );
}

/** Returns the value of a token that is a color, such as `#8e44ff`. */
export function readColor(name: string): string {
  return readTokens().get(name) ?? '';
}
