import { type RefObject, useLayoutEffect, useRef } from 'react';

/** As `--slow` in tokens.css. */
const timing = { duration: 300, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** The styles at the start of an appearance and at the end of a disappearance. */
const away = { transform: 'translateY(-1rem)', opacity: 0 };

interface Place {
  piece: HTMLElement;
  rack: Element | null;
  rect: DOMRect;
}

/**
 * Moves the pieces of a room when `pieces` has changed: pieces that stay glide to their
 * new places, new ones appear, and those that were taken away disappear. A piece is an
 * element with the attribute `data-piece`. Returns a function to call before the change,
 * which remembers the old places.
 */
export function useRehang(
  room: RefObject<HTMLElement | null>,
  pieces: unknown,
): () => void {
  const oldPlaces = useRef<ReadonlyMap<string, Place>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `pieces` changes
  useLayoutEffect(() => {
    const places = oldPlaces.current;
    oldPlaces.current = undefined;
    if (!places || !room.current) return;

    const shown = listPieces(room.current);
    for (const piece of shown) stopAnimations(piece);
    const rects = shown.map((piece) => piece.getBoundingClientRect());

    for (const [index, piece] of shown.entries()) {
      const from = places.get(getName(piece))?.rect;
      const to = rects[index];
      if (from && to) glide(piece, from.left - to.left, from.top - to.top);
      else piece.animate([away, {}], timing);
    }

    for (const place of places.values())
      if (!place.piece.isConnected) takeAway(place);
  }, [room, pieces]);

  return () => {
    if (!room.current || matchMedia('(prefers-reduced-motion)').matches) return;
    oldPlaces.current = new Map(
      listPieces(room.current).map((piece) => [
        getName(piece),
        {
          piece,
          rack: piece.offsetParent,
          rect: piece.getBoundingClientRect(),
        },
      ]),
    );
  };
}

function stopAnimations(piece: HTMLElement): void {
  for (const animation of piece.getAnimations()) animation.cancel();
}

/** Moves a piece to its place, from a start that is so many pixels away. */
function glide(piece: HTMLElement, left: number, top: number): void {
  if (left === 0 && top === 0) return;
  piece.animate([{ transform: `translate(${left}px, ${top}px)` }, {}], timing);
}

/**
 * Shows a piece that React has removed until it has disappeared. It is behind the other
 * pieces, and is hidden from assistive technology.
 */
function takeAway({ piece, rack, rect }: Place): void {
  if (!rack?.isConnected) return;
  const origin = rack.getBoundingClientRect();

  piece.setAttribute('aria-hidden', 'true');
  delete piece.dataset.piece;
  Object.assign(piece.style, {
    position: 'absolute',
    left: `${rect.left - origin.left + rack.scrollLeft}px`,
    top: `${rect.top - origin.top}px`,
    height: `${rect.height}px`,
  });
  rack.prepend(piece);
  piece.animate([{}, away], timing).onfinish = () => piece.remove();
}

function listPieces(room: HTMLElement): HTMLElement[] {
  return [...room.querySelectorAll<HTMLElement>('[data-piece]')];
}

/** Returns the text that identifies a piece: its first paragraph, or all its text. */
function getName(piece: HTMLElement): string {
  return (piece.querySelector('p') ?? piece).textContent ?? '';
}
