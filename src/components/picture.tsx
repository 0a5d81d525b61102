export interface PictureData {
  src: string;
  width: number;
  height: number;
  alt: string;
}

/** A drawing. `first` marks the one that the first view shows. */
export function Picture({
  first = false,
  className,
  alt,
  ...picture
}: PictureData & { first?: boolean; className?: string | undefined }) {
  return (
    <img
      {...picture}
      alt={alt}
      className={className}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
