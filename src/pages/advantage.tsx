import { NextStep } from '../components/next-step.tsx';
import { PageBody } from '../components/page/page-body.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { advantage } from '../content/advantage.ts';
import { PatternCards } from './advantage/pattern-cards.tsx';

export function Page() {
  const { heading, lead, cards, next } = advantage;
  return (
    <>
      <PageBody>
        <PageHead heading={heading} lead={lead} wide />
        <PatternCards cards={cards} />
      </PageBody>
      <NextStep {...next} />
    </>
  );
}
