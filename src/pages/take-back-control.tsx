import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page-head.tsx';
import { takeBackControl } from '../content/take-back-control.ts';
import { Comparison } from './take-back-control/comparison.tsx';

export function Page() {
  const { heading, lead, columns, sides, next } = takeBackControl;
  return (
    <>
      <div className="frame">
        <PageHead heading={heading} lead={lead} />
      </div>
      <Comparison columns={columns} sides={sides} />
      <NextStep {...next} />
    </>
  );
}
