import { openPage } from '../../support/loading.ts';
import { allPages } from '../../support/pages.ts';
import { waitForWholePage } from '../camera.ts';
import type { Story } from '../story.ts';

/** The width of A4 paper in CSS pixels. */
const paperWidth = 794;

/** Each page on screens, on paper and in forced colors. */
export const pageStories: Record<string, Story> = Object.fromEntries(
  allPages.map(({ path }) => [path, createStory(path)]),
);

function createStory(path: string): Story {
  return {
    tell: async ({ page, shoot }) => {
      await page.goto(path);
      await waitForWholePage(page);
      await shoot('page');
      const area = 'window';
      await shoot('first view', { widths: [800, 1920], height: 1080, area });
      await page.emulateMedia({ forcedColors: 'active' });
      await shoot('forced colors', { widths: [390] });
      await page.emulateMedia({ forcedColors: null, media: 'print' });
      await shoot('print', { widths: [paperWidth] });
    },
  };
}

/** Effects that only visitors see who do not prefer reduced motion. */
export const motionStories: Record<string, Story> = {
  'scrolled home page': {
    options: { reducedMotion: 'no-preference' },
    tell: async ({ page, shoot }) => {
      await openPage(page, '/');
      await waitForWholePage(page);
      for (const share of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.evaluate(scrollToShare, share);
        await shoot(`at ${share * 100} %`, {
          widths: [1440],
          area: 'window',
          keepsScroll: true,
        });
      }
    },
  },
};

/** Scrolls, and waits for the end of the animations. Runs in the page. */
async function scrollToShare(share: number): Promise<void> {
  const { scrollHeight } = document.documentElement;
  scrollTo(0, Math.round(share * (scrollHeight - innerHeight)));
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  // An observer reports in the next frame, and React renders before the one after.
  for (let frame = 0; frame < 3; frame += 1) await nextFrame();
  const timed = document
    .getAnimations()
    .filter(({ timeline }) => timeline === document.timeline);
  await Promise.allSettled(timed.map(({ finished }) => finished));
}
