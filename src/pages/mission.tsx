import { Collar } from '../components/collar.tsx';
import linens from '../components/linen.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { MoreLink, NextStep } from '../components/next-step.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { Section } from '../components/section.tsx';
import { Split } from '../components/split.tsx';
import labels from '../components/wide-label.module.css';
import { missionTexts } from '../content/mission.ts';
import { CareLabel } from './care-label/care-label.tsx';
import leftOut from './mission/left-out.module.css';
import ownLabel from './mission/own-label.module.css';
import head from './mission/statement-head.module.css';

export function Page() {
  const { heading, statement, text, without, who, next } = missionTexts;
  return (
    <>
      {/* Not a div, because reader views leave out text that is in no section. */}
      <section className={head.head}>
        <h1 className={head.heading}>{heading}</h1>
        <p className={head.statement}>{statement}</p>
        <p className={head.text}>{text}</p>
      </section>
      <Section id="without" heading={without.label}>
        <ReasonList reasons={without.items} styles={leftOut} />
        <CareLabel className={labels.wide} />
        <MoreLink {...without.more} />
      </Section>
      <Section id="who" ground={linens.linen}>
        <Split aside={<OwnLabel />} flip>
          <h2 id="who">{who.heading}</h2>
          <p className="lead">{markProductName(who.lead)}</p>
          {who.text.map((paragraph) => (
            <p key={paragraph}>{markProductName(paragraph)}</p>
          ))}
        </Split>
      </Section>
      <NextStep {...next} />
    </>
  );
}

/** Our name on the label in a coat's collar. */
function OwnLabel() {
  const { garment, label } = missionTexts.who.scene;
  return (
    <div className={ownLabel.frame}>
      <Collar column={garment} lazy>
        <p className={ownLabel.label} translate="no">
          {label}
        </p>
      </Collar>
    </div>
  );
}
