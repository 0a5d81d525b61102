import { ButtonLink } from '../components/button.tsx';
import { notFoundPage } from '../content/not-found.ts';
import { LeftAlone } from './not-found/left-alone.tsx';

export function Page() {
  const { heading, text, home, picture } = notFoundPage;
  return (
    <LeftAlone heading={heading} text={text} picture={picture}>
      <ButtonLink {...home} />
    </LeftAlone>
  );
}
