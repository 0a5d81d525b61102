import { ButtonLink } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { markName } from '../components/mark-name.tsx';
import { Picture } from '../components/picture.tsx';
import { Section } from '../components/section.tsx';
import { Tag } from '../components/tag.tsx';
import { action, complaints, truth, values, why } from '../content/home.ts';
import calls from './home/call-to-action.module.css';
import tags from './home/complaints.module.css';
import { FittingRoom } from './home/fitting-room.tsx';
import { Hero } from './home/hero.tsx';
import { Steps } from './home/steps.tsx';
import { MarginThread, ThreadRun } from './home/thread.tsx';
import truths from './home/truth.module.css';
import strip from './home/value-strip.module.css';
import whys from './home/why.module.css';

export function Page() {
  return (
    <>
      <Hero />
      <Complaints />
      <ValueStrip />
      <Steps />
      <Why />
      <FittingRoom />
      <Truth />
      <CallToAction />
    </>
  );
}

/** Of the complaints, in their order. */
const icons = [
  'M4 10v4h3l9 5V5l-9 5zM8 14.5l1 5h3M19.5 9.5v5',
  'M3.5 10 5.5 4.5h13l2 5.5zM5.5 10v9.5h13V10M10 19.5v-5h4v5',
  'M2.5 12c5-7.5 14-7.5 19 0-5 7.5-14 7.5-19 0M12 9a3 3 0 1 0 .01 0',
  'M8.5 8.5h12v12h-12zM15.5 8.5v-5h-12v12h5M12 14.5h5',
  'm12 3 9 4.5-9 4.5-9-4.5zM3 12l9 4.5 9-4.5M3 16.5 12 21l9-4.5',
  'M11 4.5a8.5 8.5 0 1 0 8.5 8.5H11zM15 3a8 8 0 0 1 6 6h-6z',
];

/** A loose handful of hang tags. */
function Complaints() {
  const { heading, lead, cards } = complaints;
  return (
    <Section id="problems" heading={heading} lead={lead}>
      <ul className={tags.tags}>
        {Object.entries(cards).map(([title, text], index) => (
          <li key={title}>
            <Tag title={title} icon={<Icon d={icons[index]} size={32} />}>
              <p>{text}</p>
            </Tag>
          </li>
        ))}
      </ul>
      <MarginThread />
    </Section>
  );
}

/** What pear is for, as one length of ribbon. */
function ValueStrip() {
  return (
    <div className={strip.strip}>
      <ul className={strip.values}>
        {values.map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
      <MarginThread />
    </div>
  );
}

function Why() {
  const { heading, statement, link } = why;
  const [before, stitched, after] = statement;
  return (
    <Section id="why" raised>
      <h2 id="why" className={whys.heading}>
        {markName(heading)}
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
      <MarginThread />
    </Section>
  );
}

const marks = [
  <Icon
    key="you"
    d="M12 4a4 4 0 1 0 .01 0M4.5 20.5c0-9.5 15-9.5 15 0"
    size={44}
  />,
  <Picture key="pear" src="/pictures/pear.svg" alt="" width={64} height={64} />,
  <Icon
    key="brand"
    d="m8.5 4-6 3.5 2 4 2.5-1V20h10v-9.5l2.5 1 2-4-6-3.5c-1 2.5-6 2.5-7 0z"
    size={44}
  />,
];

/** You, pear and the brand, held together by one thread. */
function Truth() {
  const { heading, lead, parts } = truth;
  return (
    <Section id="truth" heading={heading} lead={lead} raised>
      <div className={truths.frame}>
        <ul className={truths.parts}>
          {parts.map(({ title, text, via }, index) => (
            <li key={title} className={truths.part}>
              {via && <span className={truths.via}>{via}</span>}
              <span className={truths.mark} aria-hidden="true">
                {marks[index]}
              </span>
              <p className={truths.text}>
                <b>{markName(title)}</b>
                {` ${text}`}
              </p>
            </li>
          ))}
        </ul>
      </div>
      <MarginThread />
    </Section>
  );
}

/** Where the thread ends. */
function CallToAction() {
  const { heading, lead, join, connect } = action;
  return (
    <section className={calls.call} aria-labelledby="call">
      <div className={calls.end}>
        <ThreadRun way="in" />
      </div>
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
        <ButtonLink {...connect} quiet />
      </p>
    </section>
  );
}
