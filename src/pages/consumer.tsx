import { consumer } from '../content/consumer.ts';

export function Page() {
  return (
    <section className="page">
      <h1>{consumer.heading}</h1>
    </section>
  );
}
