import { ButtonLink } from '../components/button.tsx';
import { LeftAlone } from '../components/left-alone.tsx';
import { notFoundPage } from '../content/not-found.ts';

export function Page() {
  const { heading, text, home, picture } = notFoundPage;
  return (
    <LeftAlone heading={heading} text={text} picture={picture}>
      <ButtonLink to={home.to}>{home.label}</ButtonLink>
    </LeftAlone>
  );
}
