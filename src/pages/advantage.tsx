import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page-head.tsx';
import { advantage } from '../content/advantage.ts';
import { PatternCards } from './advantage/pattern-cards.tsx';

export function Page() {
  const { heading, lead, cards, next } = advantage;
  return (
    <>
      <div className="frame">
        <PageHead heading={heading} lead={lead} wide />
        <PatternCards cards={cards} />
      </div>
      <NextStep {...next} />
    </>
  );
}
