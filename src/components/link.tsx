import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link within the site. The router's own `Link` component has more code. */
export function Link({ to, ...rest }: ComponentProps<'a'> & { to: string }) {
  const handleClick = useLinkClickHandler<HTMLAnchorElement>(to);
  // The router would show the 404 page in place of a file, such as a PDF.
  const isFile = /\.\w+$/.test(to);
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={isFile ? undefined : handleClick}
    />
  );
}
