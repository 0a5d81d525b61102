import { mission } from '../content/mission.ts';

export function Page() {
  return (
    <section className="page">
      <h1>{mission.heading}</h1>
    </section>
  );
}
