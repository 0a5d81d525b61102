/** An icon out of a sheet in `public/pictures`; it is decoration. */
export function Icon({
  sheet,
  id,
  size,
}: {
  sheet: string;
  id: string;
  size: number;
}) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <use href={`/pictures/${sheet}.svg#${id}`} />
    </svg>
  );
}
