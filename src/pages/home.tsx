import { ButtonLink } from '../components/button.tsx';
import { home } from '../content/home.ts';

export function Page() {
  const { heading, lead, brand, shopper, action } = home;
  return (
    <>
      <section className="page">
        <h1>{heading}</h1>
        <p className="lead">{lead}</p>
        <p className="actions">
          <ButtonLink to={brand.to} quiet>
            {brand.label}
          </ButtonLink>
          <ButtonLink to={shopper.to}>{shopper.label}</ButtonLink>
        </p>
      </section>
      <section className="page">
        <h2>{action.heading}</h2>
        <p className="actions">
          <ButtonLink to={action.join.to}>{action.join.label}</ButtonLink>
          <ButtonLink to={action.connect.to} quiet>
            {action.connect.label}
          </ButtonLink>
        </p>
      </section>
    </>
  );
}
