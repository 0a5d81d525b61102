import { ButtonLink } from '../components/button.tsx';
import { Drawing } from '../components/drawing.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHero } from '../components/page/page-hero.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { Section } from '../components/section.tsx';
import { Split } from '../components/split.tsx';
import { Statement } from '../components/statement.tsx';
import { brands } from '../content/brands.ts';
import { CapabilitySheet } from './brands/capability-sheet.tsx';
import { PriceTags } from './brands/price-tags.tsx';
import { SignalList } from './brands/signal-list.tsx';

export function Page() {
  const { heading, lead, connect, scene, advantages, bsp, next } = brands;
  const { capabilities, pricing, fulfilment, vision } = brands;
  return (
    <>
      <PageHero heading={heading} lead={lead} picture={scene} wide>
        <ButtonLink {...connect} />
      </PageHero>
      <Section id="advantages" heading={advantages.heading}>
        <ReasonList reasons={advantages.items} large />
      </Section>
      <Section id="bsp" raised>
        <Split aside={<SignalList signals={bsp.signals} />}>
          <h2 id="bsp">{bsp.heading}</h2>
          <p className="lead">{bsp.lead}</p>
          <p>{bsp.text}</p>
        </Split>
      </Section>
      <Section id="capabilities" heading={capabilities.heading} raised>
        <CapabilitySheet items={capabilities.items} />
      </Section>
      <Section id="pricing" heading={pricing.heading} lead={pricing.lead}>
        <PriceTags tiers={pricing.tiers} />
      </Section>
      <Section id="fulfilment">
        <Split aside={<Drawing {...fulfilment.picture} />} flip>
          <h2 id="fulfilment">{fulfilment.heading}</h2>
          <p className="lead">{fulfilment.text}</p>
        </Split>
      </Section>
      <Section id="vision" raised>
        <Statement
          id="vision"
          heading={vision.heading}
          text={vision.statement}
        />
      </Section>
      <NextStep {...next} />
    </>
  );
}
