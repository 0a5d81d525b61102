import { Link } from 'react-router-dom';
import { notFoundPage } from '../content/not-found.ts';

export function Page() {
  const { heading, text, home } = notFoundPage;
  return (
    <section className="page">
      <h1>{heading}</h1>
      <p className="lead">{text}</p>
      <p>
        <Link to={home.to}>{home.label}</Link>
      </p>
    </section>
  );
}
