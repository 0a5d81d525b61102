import type { ComponentProps } from 'react';

/** A drawing, of the size most have. `first` marks what the first view shows. */
export function Picture({
  alt,
  width = 320,
  height = 240,
  first = false,
  ...rest
}: ComponentProps<'img'> & { alt: string; first?: boolean }) {
  return (
    <img
      {...rest}
      width={width}
      height={height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
