import { useLayoutEffect, useState } from 'react';
import type { Location } from 'react-router-dom';
import { ButtonLink } from '../components/button.tsx';
import linens from '../components/linen.module.css';
import { Link } from '../components/link.tsx';
import { markProductName } from '../components/mark-product-name.tsx';
import { Picture } from '../components/picture.tsx';
import { Section } from '../components/section.tsx';
import {
  complaintTexts,
  truthTexts,
  valueTexts,
  waitlistTexts,
  wardrobeTexts,
  whyPearTexts,
} from '../content/home.ts';
import { addToEntryState, readState } from '../forms/history-state.ts';
import { CareLabel } from './care-label/care-label.tsx';
import calls from './home/call-to-action.module.css';
import complaints from './home/complaints.module.css';
import { FittingRoom } from './home/fitting-room.tsx';
import { Hero } from './home/hero.tsx';
import patches from './home/patch.module.css';
import { Steps } from './home/steps.tsx';
import { MarginThread, ThreadSweep } from './home/thread.tsx';
import truths from './home/truth.module.css';
import strip from './home/value-strip.module.css';
import whys from './home/why.module.css';
import { wishWords } from './home/wish.ts';

export function Page({ location: { key, state } }: { location: Location }) {
  const [picks, setPicks] = useState<readonly string[]>(wardrobeTexts.first);
  const [droppedWords, setDroppedWords] = useState<readonly string[]>([]);
  // Restores the choices in an effect, because hydration must match the HTML.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per history entry
  useLayoutEffect(() => {
    const { picked, dropped } = readState({ state });
    if (picked)
      setPicks(picked.filter((name) => wardrobeTexts.brands.includes(name)));
    // A link to this page replaces the history entry, but keeps the choices.
    else if (picks !== wardrobeTexts.first)
      addToEntryState(key, { picked: picks });
    if (dropped)
      setDroppedWords(dropped.filter((word) => wishWords.includes(word)));
    else if (droppedWords.length > 0)
      addToEntryState(key, { dropped: droppedWords });
  }, [key, state]);
  function pickBrands(next: readonly string[]) {
    setPicks(next);
    addToEntryState(key, { picked: next });
  }
  function dropWords(next: readonly string[]) {
    setDroppedWords(next);
    addToEntryState(key, { dropped: next });
  }
  return (
    <>
      <Hero picks={picks} onPick={pickBrands} />
      <Complaints />
      <ValueStrip />
      <Steps />
      <WhyPear />
      <FittingRoom
        picks={picks}
        droppedWords={droppedWords}
        onDrop={dropWords}
      />
      <TruthSection />
      <CallToAction />
    </>
  );
}

function Complaints() {
  const { heading, lead, cards } = complaintTexts;
  return (
    <Section id="problems">
      <div className={complaints.frame}>
        <div className={complaints.head}>
          <h2 id="problems">{heading}</h2>
          <p className="lead">{lead}</p>
        </div>
        <Picture
          className={complaints.tangle}
          src="/pictures/tangle.svg"
          alt=""
          width={800}
          height={376}
        />
        <ul className={complaints.list}>
          {Object.entries(cards).map(([title, text]) => (
            <li key={title} className={complaints.row}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <MarginThread />
    </Section>
  );
}

function ValueStrip() {
  return (
    <div className={strip.strip}>
      <ul className={strip.values}>
        {Object.entries(valueTexts).map(([title, text]) => (
          <li key={title}>
            <b>{title}</b>
            {` ${text}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

function WhyPear() {
  const { heading, statement, link } = whyPearTexts;
  const [before, stitched, after] = statement;
  return (
    <Section id="why" ground={linens.linen}>
      <div className={whys.frame}>
        <div className={whys.words}>
          <h2 id="why" className={whys.heading}>
            {markProductName(heading)}
          </h2>
          <p className={whys.statement}>
            {before}
            <em>{stitched}</em>
            {after}
          </p>
          <p>
            <Link to={link.to} className={whys.more}>
              {link.label}
            </Link>
          </p>
        </div>
        <CareLabel className={whys.label} />
      </div>
      <MarginThread />
    </Section>
  );
}

function TruthSection() {
  const { heading, lead, parts } = truthTexts;
  return (
    <Section id="truth">
      <div className={`${truths.head} ${linens.linen}`}>
        <h2 id="truth">{heading}</h2>
        <p className="lead">{lead}</p>
      </div>
      <ul className={truths.parts}>
        {parts.map(({ title, text, via }, index) => (
          <li
            key={title}
            className={
              index === 0 ? `${truths.part} ${linens.linen}` : truths.part
            }
          >
            {title === 'pear' && (
              <Picture
                className={truths.pear}
                src="/pictures/pear.svg"
                alt=""
                width={112}
                height={112}
              />
            )}
            <p className={truths.text}>
              <b
                className={
                  index === 2 ? `${truths.brand} ${patches.woven}` : undefined
                }
              >
                {markProductName(title)}
              </b>
              {` ${text}`}
            </p>
            {via && (
              <p className={`${truths.connector} ${patches.woven}`}>{via}</p>
            )}
          </li>
        ))}
      </ul>
      <MarginThread />
    </Section>
  );
}

function CallToAction() {
  const { heading, lead, join, connect } = waitlistTexts;
  return (
    <section className={calls.call} aria-labelledby="call">
      <div className={calls.end}>
        <ThreadSweep />
      </div>
      <div className={`${linens.linen} ${calls.label}`}>
        <Picture
          className={calls.pear}
          src="/pictures/pear.svg"
          alt=""
          width={112}
          height={112}
        />
        <h2 id="call">{heading}</h2>
        <p className="lead">{lead}</p>
        <p className={`actions ${calls.actions}`}>
          <ButtonLink {...join} />
          <ButtonLink {...connect} outlined />
        </p>
      </div>
    </section>
  );
}
