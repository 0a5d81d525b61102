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
import { CallToAction } from './home/call-to-action.tsx';
import { Complaints } from './home/complaints.tsx';
import { FittingRoom } from './home/fitting-room.tsx';
import { Hero } from './home/hero.tsx';
import { Steps } from './home/steps.tsx';
import { Truth } from './home/truth.tsx';
import { ValueStrip } from './home/value-strip.tsx';
import { Wardrobe } from './home/wardrobe.tsx';
import { Why } from './home/why.tsx';

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
