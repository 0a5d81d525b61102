import { about } from '../content/about.ts';

export function Page() {
  return (
    <section className="page">
      <h1>{about.heading}</h1>
    </section>
  );
}
