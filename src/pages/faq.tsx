import { NextStep } from '../components/next-step.tsx';
import { PageBody } from '../components/page/page-body.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { faq } from '../content/faq.ts';
import { QuestionGroup } from './faq/question-group.tsx';

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
