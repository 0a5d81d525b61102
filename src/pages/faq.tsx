import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page-head.tsx';
import { QuestionGroup } from '../components/question-group.tsx';
import { faq } from '../content/faq.ts';

export function Page() {
  const { heading, lead, groups, next } = faq;
  return (
    <>
      <div className="page">
        <PageHead heading={heading} lead={lead} />
        {groups.map((group) => (
          <QuestionGroup key={group.id} {...group} />
        ))}
      </div>
      <NextStep {...next} />
    </>
  );
}
