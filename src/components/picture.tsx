import type { ComponentProps } from 'react';

/** An image that loads lazily, unless `first` marks it as part of the first view. */
export function Picture({
  alt,
  width = 320,
  height = 240,
  first,
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
