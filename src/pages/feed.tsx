import { FeedGrid } from '../components/feed-grid.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page-head.tsx';
import { feed } from '../content/feed.ts';

export function Page() {
  const { heading, lead, items, next } = feed;
  return (
    <>
      <div className="page">
        <PageHead heading={heading} lead={lead} />
        <FeedGrid items={items} />
      </div>
      <NextStep {...next} />
    </>
  );
}
