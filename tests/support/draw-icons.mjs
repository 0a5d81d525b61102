// Draws the icons and the link previews from favicon.svg and public/pictures,
// with the fonts and colors of the site.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { getLaunchOptions } from './browsers.ts';

const encodeFile = (file) => readFileSync(file).toString('base64');
const renderImage = (name, width, style) =>
  `<img src="data:image/svg+xml;base64,${encodeFile(`public/${name}.svg`)}" width="${width}" style="${style}">`;
const defineFont = (name, weight) =>
  `@font-face { font-family: ${name}; src: url(data:font/woff2;base64,${encodeFile(
    `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`,
  )}) }`;
const pageStyles = `${readFileSync('src/styles/tokens.css', 'utf8')}
  ${defineFont('lora', 600)} ${defineFont('poppins', 400)}
  body { margin: 0 } body * { position: absolute; margin: 0; white-space: pre }`;

/** Returns a square with a centered pear of `ratio` times the square's width. */
const renderIcon = (size, ratio, style = '', filter = '') => `
  <div style="width: ${size}px; height: ${size}px; ${style}"></div>
  ${renderImage('pictures/pear', size * ratio, `filter: ${filter}; inset: ${(size * (1 - ratio)) / 2}px`)}`;
const backgroundStyle = `background: radial-gradient(circle,
  color-mix(in srgb, var(--accent) 45%, transparent), color-mix(in srgb, var(--accent) 20%, transparent) 30%, transparent 55%), var(--ground)`;
const roundedStyle = `${backgroundStyle}; border-radius: 24%`;
/** Returns HTML of a collar with a label. `column` is its place in both drawings. */
const renderCollar = (column, name) => `
  <div style="left: 0; top: 46px; width: 1200px; height: 7px; background: var(--rod)"></div>
  <div style="left: 560px; top: 36px; width: 830px; height: 594px; overflow: hidden">
    ${renderImage('pictures/collars', 5810, `top: 0; left: ${column * -830}px`)}
    ${renderImage('pictures/label', 249, 'left: 290px; top: 200px')}
    <div style="left: 290px; top: 200px; width: 249px; height: 83px">
      <div style="left: 24px; top: 24px; width: 35px; height: 35px; overflow: hidden">
        ${renderImage('pictures/swatches', 433, `top: -39px; left: ${column * -35}px`)}
      </div>
      <p style="left: 70px; top: 20px; color: var(--on-linen); font: 32px/40px lora">${name}</p>
    </div>
  </div>`;
/** Returns the picture that social networks show beside a link to the site. */
const renderPreview = (drawing, lead, ...lines) => `
  <div style="width: 1200px; height: 630px; overflow: hidden; background: var(--ground)">
    <div style="left: 80px; top: 568px; width: 620px; height: 2px;
      background: repeating-linear-gradient(90deg, var(--line-stitch) 0 9px, transparent 9px 16px)">
    </div>${drawing}
    ${renderImage('pictures/pear', 61, 'left: 80px; top: 71px')}
    <p style="left: 154px; top: 66px; color: var(--text); font: 50px lora">pear</p>
    <p style="left: 80px; top: 215px; color: var(--text);
      font: 75px/82px lora; letter-spacing: -0.01em">${lines.join('\n')}</p>
    <p style="left: 82px; top: ${241 + 82 * lines.length}px;
      color: var(--muted); font: 28px poppins">${lead}</p></div>`;

// biome-ignore format: a picture on each line
const pictures = {
  'icons/apple-touch-180': renderIcon(180, 0.7, backgroundStyle),
  'icons/icon-192': renderIcon(192, 0.76, roundedStyle),
  'icons/icon-512': renderIcon(512, 0.76, roundedStyle),
  'icons/maskable-512': renderIcon(512, 0.66, backgroundStyle),
  'icons/monochrome-512': renderIcon(512, 0.8, '', 'brightness(0) invert(1)'),
  'social/home': renderPreview(renderCollar(2, 'Odalune'), 'No resellers. No ads. No tracking.', 'Straight from', 'the brand.'),
  'social/shoppers': renderPreview(renderCollar(3, 'Copperhem'), 'A feed made of the labels you choose.', 'Your brands.', 'Your feed.', 'Your data.'),
  'social/brands': renderPreview(renderCollar(0, 'Drizmoor'), 'Your products. Your prices.', 'Sell direct.', 'Keep control.'),
  'social/contact': renderPreview(renderImage('pictures/scenes/contact', 430, 'left: 715px; top: 39px'), 'Ask a question or join the team.', 'Write to us.'),
};

/** Writes all pictures into a folder. */
export async function main([folder = 'public']) {
  const browser = await chromium.launch(getLaunchOptions('chromium'));
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
  });
  const drawPicture = async (content) => {
    await page.setContent(`<style>${pageStyles}</style>${content}`);
    await page.evaluate(() => document.fonts.ready);
    const clip = await page.locator('body > *').first().boundingBox();
    return page.screenshot({ clip, omitBackground: true });
  };
  for (const [name, content] of Object.entries(pictures))
    writeFileSync(`${folder}/${name}.png`, await drawPicture(content));
  const favicon = await drawPicture(renderImage('favicon', 48, ''));
  // The header of an ICO file with one picture, whose length is at byte 14.
  const icoHeader = Buffer.from('AAABAAEAMDAAAAEAIAAAAAAAFgAAAA==', 'base64');
  icoHeader.writeUInt32LE(favicon.length, 14);
  writeFileSync(`${folder}/favicon.ico`, Buffer.concat([icoHeader, favicon]));
  await browser.close();
}
