import { NextStep } from '../components/next-step.tsx';
import { PageBody } from '../components/page/page-body.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { feed } from '../content/feed.ts';
import { FeedGrid } from './feed/feed-grid.tsx';

export function Page() {
  const { heading, lead, items, next } = feed;
  return (
    <>
      <PageBody>
        <PageHead heading={heading} lead={lead} wide />
        <FeedGrid items={items} />
      </PageBody>
      <NextStep {...next} />
    </>
  );
}
