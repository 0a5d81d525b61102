import { ButtonLink } from '../components/button.tsx';
import { Collar } from '../components/collar.tsx';
import { Drawing } from '../components/drawing.tsx';
import linens from '../components/linen.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHero } from '../components/page/page-hero.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { Section } from '../components/section.tsx';
import { Split } from '../components/split.tsx';
import { Statement } from '../components/statement.tsx';
import { brands } from '../content/brands.ts';
import advantageStyles from './brands/advantages.module.css';
import styles from './brands/label.module.css';
import signalStyles from './brands/signals.module.css';

export function Page() {
  const { heading, lead, order, connect, scene, advantages, next } = brands;
  const { fulfillment, vision } = brands;
  return (
    <>
      <PageHero
        heading={markProductName(heading)}
        lead={lead}
        order={order}
        scene={
          <Collar column={scene.garment} first>
            <p className={styles.name}>{scene.label}</p>
          </Collar>
        }
        wide
      >
        <ButtonLink {...connect} />
      </PageHero>
      <Section id="advantages" heading={advantages.heading} raised>
        <ReasonList reasons={advantages.items} styles={advantageStyles} />
      </Section>
      <div className={styles.ground} data-ground="">
        <div className={`${linens.linen} ${styles.label}`}>
          <Platform />
          <Capabilities />
          <Pricing />
        </div>
      </div>
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

function Platform() {
  const { heading, lead, text, signals } = brands.bsp;
  return (
    <Section id="bsp">
      <div className={styles.head}>
        <h2 id="bsp" className={styles.headline}>
          {heading}
        </h2>
        <p className="lead">{markProductName(lead)}</p>
        <p>{text}</p>
      </div>
      <ReasonList reasons={signals} styles={signalStyles} />
    </Section>
  );
}

/** Lists the capabilities with symbols like those of a care label. */
function Capabilities() {
  const { heading, items } = brands.capabilities;
  return (
    <Section id="capabilities" heading={heading}>
      <ul className={styles.capabilities}>
        {Object.entries(items).map(([title, text], index) => (
          <li key={title} className={styles.capability}>
            <svg className={styles.icon} aria-hidden="true">
              <use href={`/pictures/capabilities.svg#${index}`} />
            </svg>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{markProductName(text)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Lists the fees as a care label lists the fibers of a cloth. */
function Pricing() {
  const { heading, lead, unit, tiers } = brands.pricing;
  return (
    <Section id="pricing" heading={heading} lead={lead}>
      <ul className={styles.tiers}>
        {Object.entries(tiers).map(([name, { figure, text }]) => (
          <li key={name} className={styles.tier}>
            <h3>{name}</h3>
            <p className={styles.price}>
              <span className={styles.figure}>{figure}</span>
              {` ${unit}`}
            </p>
            <p className={styles.text}>{markProductName(text)}</p>
          </li>
        ))}
      </ul>
      <p className="actions">
        <ButtonLink {...brands.connect} />
      </p>
    </Section>
  );
}
