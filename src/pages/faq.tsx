import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page-head.tsx';
import { faq } from '../content/faq.ts';
import { QuestionGroup } from './faq/question-group.tsx';

export function Page() {
  const { heading, lead, groups, next } = faq;
  return (
    <>
      <div className="frame">
        <PageHead heading={heading} lead={lead} />
        {groups.map((group) => (
          <QuestionGroup key={group.id} {...group} />
        ))}
      </div>
      <NextStep {...next} />
    </>
  );
}
