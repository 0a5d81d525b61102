import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../components/button.tsx';
import { audienceLinks } from '../content/navigation.ts';

/** The buttons of the header and the menu. Marks the one that leads to the shown page. */
export function AudienceButtons() {
  const { pathname } = useLocation();
  return Object.values(audienceLinks).map((link) => (
    <ButtonLink
      key={link.to}
      {...link}
      outlined
      current={link.to === pathname}
    />
  ));
}
