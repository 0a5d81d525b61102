import { NextStep } from '../components/next-step.tsx';
import { PageBody } from '../components/page/page-body.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { takeBackControl } from '../content/take-back-control.ts';
import { Comparison } from './take-back-control/comparison.tsx';

export function Page() {
  const { heading, lead, columns, sides, next } = takeBackControl;
  return (
    <>
      <PageBody>
        <PageHead heading={heading} lead={lead} />
      </PageBody>
      <Comparison columns={columns} sides={sides} />
      <NextStep {...next} />
    </>
  );
}
