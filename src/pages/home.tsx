import { CallToAction } from '../components/landing/call-to-action.tsx';
import { Complaints } from '../components/landing/complaints.tsx';
import { FittingRoom } from '../components/landing/fitting-room.tsx';
import { Hero } from '../components/landing/hero.tsx';
import { Steps } from '../components/landing/steps.tsx';
import { Truth } from '../components/landing/truth.tsx';
import { ValueStrip } from '../components/landing/value-strip.tsx';
import { Wardrobe } from '../components/landing/wardrobe.tsx';
import { Why } from '../components/landing/why.tsx';
import {
  action,
  complaints,
  demo,
  home,
  rail,
  steps,
  truth,
  values,
  why,
} from '../content/home.ts';

export function Page() {
  return (
    <>
      <Hero {...home}>
        <Wardrobe {...rail} />
      </Hero>
      <Complaints {...complaints} />
      <ValueStrip values={values} />
      <Steps {...steps} />
      <Why {...why} />
      <FittingRoom {...demo} />
      <Truth {...truth} />
      <CallToAction {...action} />
    </>
  );
}
