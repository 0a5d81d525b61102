import { expect, test } from './fixtures.ts';
import { intendedChanges } from './intended-changes.ts';
import { formStories } from './stories/forms.ts';
import { noticeStories } from './stories/notices.ts';
import { motionStories, pageStories } from './stories/pages.ts';

const stories = {
  ...pageStories,
  ...motionStories,
  ...formStories,
  ...noticeStories,
};

for (const [name, story] of Object.entries(stories))
  test(`${name} looks as before, except for the intended changes`, async ({
    compareSides,
  }) => {
    expect(await compareSides(name, story)).toBe('');
  });

test('the list of intended changes names existing stories, with reasons', () => {
  for (const { picture, reason } of intendedChanges) {
    const names = Object.keys(stories);
    expect(names).toContain(picture.replace(/: [^:]*$/, ''));
    expect(reason, picture).toMatch(/\S/);
  }
});
