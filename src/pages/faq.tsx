import { faq } from '../content/faq.ts';

export function Page() {
  return (
    <section className="page">
      <h1>{faq.heading}</h1>
    </section>
  );
}
