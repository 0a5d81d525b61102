import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ValueList } from '../components/value-list.tsx';
import { about } from '../content/about.ts';

export function Page() {
  const { heading, lead, values, next } = about;
  return (
    <>
      <ValueList
        head={<PageHead heading={heading} lead={lead} />}
        values={values}
      />
      <NextStep {...next} />
    </>
  );
}
