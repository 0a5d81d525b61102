import { advantage } from '../content/advantage.ts';

export function Page() {
  return (
    <section className="page">
      <h1>{advantage.heading}</h1>
    </section>
  );
}
