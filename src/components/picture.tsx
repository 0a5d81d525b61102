import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'img'> {
  alt: string;
  /** Whether the image is part of the first view. */
  first?: boolean;
}

/** An image that loads lazily unless it is part of the first view. */
export function Picture({
  alt,
  width = 320,
  height = 240,
  first,
  ...rest
}: Props) {
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
