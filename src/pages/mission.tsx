import { Collar } from '../components/collar.tsx';
import ending from '../components/endings/lining.module.css';
import linens from '../components/linen.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { MoreLink, NextStep } from '../components/next-step.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { Section } from '../components/section.tsx';
import labels from '../components/wide-label.module.css';
import { missionTexts } from '../content/mission.ts';
import { CareLabel } from './care-label/care-label.tsx';
import leftOut from './mission/left-out.module.css';
import head from './mission/statement-head.module.css';
import whoStyles from './mission/who.module.css';

export function Page() {
  const { heading, statement, text, scene, without, who, next } = missionTexts;
  return (
    <>
      {/* Not a div, because reader views leave out text that is in no section. */}
      <section className={head.head}>
        <h1 className="kicker">{heading}</h1>
        <p className={head.statement}>{statement}</p>
        <p className={head.text}>{text}</p>
        <div className={head.scene}>
          <Collar column={scene.garment} first>
            <p className={head.label} translate="no">
              {scene.label}
            </p>
          </Collar>
        </div>
      </section>
      <Section id="without" heading={without.label}>
        <ReasonList reasons={without.items} styles={leftOut} />
        <CareLabel className={labels.wide} />
        <MoreLink {...without.more} />
      </Section>
      <Section id="who" ground={linens.linen}>
        <div className={whoStyles.words}>
          <h2 id="who" className="kicker">
            {who.heading}
          </h2>
          <p className={whoStyles.lead}>{markProductName(who.lead)}</p>
          {who.text.map((paragraph) => (
            <p key={paragraph} className={whoStyles.text}>
              {markProductName(paragraph)}
            </p>
          ))}
        </div>
      </Section>
      <NextStep {...next} cloth={ending.lining} />
    </>
  );
}
