import { type RefObject, useLayoutEffect, useRef } from 'react';

/** As `--slow` in tokens.css. */
const duration = 300;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** The position of each piece and divider in its room, by its name. */
type Places = Map<string, { left: number; top: number }>;

/**
 * Makes the pieces of a room glide to their new places when `pieces` has changed.
 * Returns a function to call before the change, which remembers the old places.
 */
export function useRehang(
  room: RefObject<HTMLElement | null>,
  pieces: unknown,
): () => void {
  const oldPlaces = useRef<Places>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `pieces` changes
  useLayoutEffect(() => {
    const places = oldPlaces.current;
    oldPlaces.current = undefined;
    if (!places || !room.current) return;

    for (const piece of listPieces(room.current)) {
      const place = places.get(getName(piece));
      const transform = place
        ? `translate(${place.left - piece.offsetLeft}px, ${place.top - piece.offsetTop}px)`
        : 'translateY(-1rem)';
      const opacity = place ? 1 : 0;
      piece.animate([{ transform, opacity }, {}], { duration, easing });
    }
  }, [room, pieces]);

  return () => {
    if (!room.current || matchMedia('(prefers-reduced-motion)').matches) return;
    oldPlaces.current = new Map(
      listPieces(room.current).map((piece) => {
        const { offsetLeft: left, offsetTop: top } = piece;
        return [getName(piece), { left, top }];
      }),
    );
  };
}

function listPieces(room: HTMLElement): HTMLElement[] {
  return [...room.querySelectorAll<HTMLElement>('li, h3')];
}

/** Returns the name of a piece, or the heading of a divider. */
function getName(piece: HTMLElement): string {
  return (piece.querySelector('p') ?? piece).textContent ?? '';
}
