import { feed } from '../content/feed.ts';

export function Page() {
  return (
    <section className="page">
      <h1>{feed.heading}</h1>
    </section>
  );
}
