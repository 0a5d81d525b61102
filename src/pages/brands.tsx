import { ButtonLink } from '../components/button.tsx';
import { Drawing } from '../components/drawing.tsx';
import linens from '../components/linen.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHero } from '../components/page/page-hero.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { Section } from '../components/section.tsx';
import { Split } from '../components/split.tsx';
import { Statement } from '../components/statement.tsx';
import { Tag } from '../components/tag.tsx';
import { WovenLabel } from '../components/woven-label.tsx';
import { brands } from '../content/brands.ts';
import advantageStyles from './brands/advantages.module.css';
import cards from './brands/capabilities.module.css';
import prices from './brands/pricing.module.css';
import signals from './brands/signals.module.css';

export function Page() {
  const { heading, lead, order, connect, scene, advantages, bsp, next } =
    brands;
  const { capabilities, pricing, fulfillment, vision } = brands;
  return (
    <>
      <PageHero
        heading={heading}
        lead={lead}
        order={order}
        picture={scene}
        wide
      >
        <ButtonLink {...connect} />
      </PageHero>
      <Section
        id="advantages"
        heading={advantages.heading}
        ground={linens.linen}
      >
        <ReasonList reasons={advantages.items} styles={advantageStyles} />
      </Section>
      <Section id="bsp" raised>
        <Split
          aside={
            <>
              <ReasonList reasons={bsp.signals} styles={signals} />
              <p className="actions">
                <ButtonLink {...connect} />
              </p>
            </>
          }
        >
          <h2 id="bsp">{bsp.heading}</h2>
          <p className="lead">{markProductName(bsp.lead)}</p>
          <p>{bsp.text}</p>
        </Split>
      </Section>
      <Section id="capabilities" heading={capabilities.heading} raised>
        <ul className={cards.sheet}>
          {Object.entries(capabilities.items).map(([title, text], index) => (
            <li key={title} className={cards.card}>
              <svg className={cards.icon} aria-hidden="true">
                <use href={`/pictures/capabilities.svg#${index}`} />
              </svg>
              <h3 className={cards.title}>{title}</h3>
              <p className={cards.text}>{markProductName(text)}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="pricing" heading={pricing.heading} lead={pricing.lead}>
        <ul className={prices.rail}>
          {Object.entries(pricing.tiers).map(([name, { figure, text }]) => (
            <li key={name} className={prices.tier}>
              <Tag title={name}>
                <p className={prices.price}>
                  <span className={prices.figure}>{figure}</span>
                  {` ${pricing.unit}`}
                </p>
                <p>{markProductName(text)}</p>
              </Tag>
            </li>
          ))}
        </ul>
        <WovenLabel {...pricing.deal}>
          <ButtonLink {...connect} />
        </WovenLabel>
      </Section>
      <Section id="fulfillment">
        <Split aside={<Drawing {...fulfillment.picture} />} flip>
          <h2 id="fulfillment">{fulfillment.heading}</h2>
          <p className="lead">{markProductName(fulfillment.text)}</p>
        </Split>
      </Section>
      <Section id="vision" raised>
        <Statement id="vision" {...vision} wide />
      </Section>
      <NextStep {...next} />
    </>
  );
}
