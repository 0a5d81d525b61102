import { Drawing } from '../components/drawing.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { about } from '../content/about.ts';
import { ValueList } from './about/value-list.tsx';

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
