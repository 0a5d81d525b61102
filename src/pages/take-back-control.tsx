import { takeBackControl } from '../content/take-back-control.ts';

export function Page() {
  return (
    <section className="page">
      <h1>{takeBackControl.heading}</h1>
    </section>
  );
}
