import { Drawing } from '../components/drawing.tsx';
import { MoreLink, NextStep } from '../components/next-step.tsx';
import { Section } from '../components/section.tsx';
import { Split } from '../components/split.tsx';
import { mission } from '../content/mission.ts';
import { LeftOut } from './mission/left-out.tsx';
import { StatementHead } from './mission/statement-head.tsx';

export function Page() {
  const { heading, statement, text, without, who, next } = mission;
  return (
    <>
      <StatementHead heading={heading} statement={statement} text={text} />
      <Section id="without" heading={without.label}>
        <LeftOut items={without.items} />
        <MoreLink {...without.more} />
      </Section>
      <Section id="who" raised>
        <Split aside={<Drawing {...who.picture} />} flip>
          <h2 id="who">{who.heading}</h2>
          <p className="lead">{who.lead}</p>
          {who.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Split>
      </Section>
      <NextStep {...next} />
    </>
  );
}
