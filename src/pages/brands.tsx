import { brands } from '../content/brands.ts';

export function Page() {
  return (
    <section className="page">
      <h1>{brands.heading}</h1>
    </section>
  );
}
