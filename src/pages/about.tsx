import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Drawing } from '../components/picture.tsx';
import { ValueList } from '../components/value-list.tsx';
import { about } from '../content/about.ts';

export function Page() {
  const { heading, lead, picture, values, next } = about;
  return (
    <>
      <ValueList
        head={
          <PageHead heading={heading} lead={lead}>
            <Drawing {...picture} />
          </PageHead>
        }
        values={values}
      />
      <NextStep {...next} />
    </>
  );
}
