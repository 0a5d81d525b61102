import { ButtonLink } from '../components/button.tsx';
import { Drawing } from '../components/drawing.tsx';
import ending from '../components/endings/denim.module.css';
import linens from '../components/linen.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { MoreLink, NextStep } from '../components/next-step.tsx';
import { PageHero } from '../components/page/page-hero.tsx';
import { Picture } from '../components/picture.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { Section } from '../components/section.tsx';
import { Split } from '../components/split.tsx';
import labels from '../components/wide-label.module.css';
import { consumerTexts } from '../content/consumer.ts';
import { CareLabel } from './care-label/care-label.tsx';
import { BrandRail } from './consumer/brand-rail.tsx';
import heroStyles from './consumer/hero.module.css';
import { PocketPhone } from './consumer/pocket-phone.tsx';
import reasonStyles from './consumer/reasons.module.css';
import styles from './consumer.module.css';

export function Page() {
  const { heading, lead, order, join, scene, feed, destination, data, next } =
    consumerTexts;
  const [before, unbroken, after] = heading;
  return (
    <>
      <PageHero
        heading={
          <>
            {before}
            <span className={styles.unbroken}>{unbroken}</span>
            {after}
          </>
        }
        lead={lead}
        order={order}
        scene={<Picture {...scene} first />}
        className={heroStyles.hero}
      >
        <ButtonLink {...join} />
      </PageHero>
      <Section id="feed" raised>
        <Split aside={<PocketPhone />} flip>
          <h2 id="feed" className={styles.cut}>
            {feed.heading}
          </h2>
          <ul className={styles.list}>
            {feed.benefits.map((benefit) => (
              <li key={benefit} className={styles.item}>
                {benefit}
              </li>
            ))}
          </ul>
          <MoreLink {...feed.sample} />
          <p className="note">{feed.screen.note}</p>
        </Split>
      </Section>
      <Section id="destination" ground={linens.linen}>
        <div className={styles.destination}>
          <h2 id="destination" className={styles.headline}>
            {destination.heading}
          </h2>
          <p className="lead">{destination.lead}</p>
        </div>
        <ReasonList reasons={destination.reasons} styles={reasonStyles} />
        <BrandRail />
      </Section>
      <Section id="data" ground={styles.data}>
        <Split aside={<Drawing {...data.picture} />}>
          <h2 id="data" className="kicker">
            {data.heading}
          </h2>
          <p className={styles.statement}>{data.statement}</p>
          <p className="lead">{markProductName(data.text)}</p>
        </Split>
        <CareLabel className={`${labels.wide} ${styles.label}`} />
      </Section>
      <NextStep {...next} cloth={ending.denim} />
    </>
  );
}
