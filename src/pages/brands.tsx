import { ButtonLink } from '../components/button.tsx';
import { Collar } from '../components/collar.tsx';
import corners from '../components/corner-stitches.module.css';
import ending from '../components/endings/parcel.module.css';
import linens from '../components/linen.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHero } from '../components/page/page-hero.tsx';
import { Picture } from '../components/picture.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { Section } from '../components/section.tsx';
import { brands } from '../content/brands.ts';
import advantageStyles from './brands/advantages.module.css';
import heroStyles from './brands/hero.module.css';
import styles from './brands/label.module.css';
import threadStyles from './brands/threads.module.css';

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
            <p className={`${styles.name} ${corners.sewn}`}>{scene.label}</p>
          </Collar>
        }
        className={heroStyles.hero}
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
      <section className={styles.fulfillment} aria-labelledby="fulfillment">
        <Picture {...fulfillment.picture} />
        <div className={styles.words}>
          <h2 id="fulfillment">{fulfillment.heading}</h2>
          <p className="lead">{markProductName(fulfillment.text)}</p>
        </div>
      </section>
      <Section id="vision" ground={styles.vision}>
        <h2 id="vision" className="kicker">
          {vision.heading}
        </h2>
        <p className={styles.headline}>{vision.text}</p>
      </Section>
      <NextStep {...next} cloth={ending.parcel} />
    </>
  );
}

function Platform() {
  const { heading, lead, text } = brands.bsp;
  return (
    <Section id="bsp">
      <div className={styles.head}>
        <h2 id="bsp" className={styles.headline}>
          {heading}
        </h2>
        <p className="lead">{markProductName(lead)}</p>
        <p>{text}</p>
      </div>
      <PlatformExample />
    </Section>
  );
}

/** Shows what a brand sees of each piece: four threads, as long as their counts. */
function PlatformExample() {
  const { signals, pieces, note } = brands.bsp;
  const longest = Math.max(...pieces.flatMap(({ counts }) => counts));
  return (
    <figure className={threadStyles.example}>
      <figcaption className={threadStyles.caption}>
        <b className={threadStyles.brand}>{brands.scene.label}</b>
        <span>{note}</span>
      </figcaption>
      <ul className={threadStyles.pieces}>
        {pieces.map(({ name, image, counts }) => (
          <li key={name} className={threadStyles.piece}>
            <Picture
              src={image}
              width={400}
              height={500}
              alt=""
              className={threadStyles.picture}
            />
            <h3 className={threadStyles.name}>{name}</h3>
            <dl className={threadStyles.threads}>
              {counts.map((count, index) => (
                <div key={signals[index]} className={threadStyles.thread}>
                  <dt>{signals[index]}</dt>
                  <dd className={threadStyles.count}>
                    {count.toLocaleString('en-US')}
                    <svg
                      className={threadStyles.stitches}
                      width={`${Math.round((100 * count) / longest)}%`}
                      aria-hidden="true"
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </figure>
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
  const { heading, lead, tiers } = brands.pricing;
  return (
    <Section id="pricing" heading={heading} lead={lead}>
      <ul className={styles.tiers}>
        {Object.entries(tiers).map(([name, { figure, unit, text }]) => (
          <li key={name} className={styles.tier}>
            <h3>{name}</h3>
            <p className={styles.price}>
              <span className={styles.figure}>{figure}</span>
              {unit && ` ${unit}`}
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
