import { NextStep } from '../components/next-step.tsx';
import { PageBody } from '../components/page-body.tsx';
import { PageHead } from '../components/page-head.tsx';
import { QuestionGroup } from '../components/question-group.tsx';
import { faq } from '../content/faq.ts';

export function Page() {
  const { heading, lead, groups, next } = faq;
  return (
    <>
      <PageBody>
        <PageHead heading={heading} lead={lead} />
        {groups.map((group) => (
          <QuestionGroup key={group.id} {...group} />
        ))}
      </PageBody>
      <NextStep {...next} />
    </>
  );
}
