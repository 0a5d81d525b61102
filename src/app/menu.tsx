import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { audiences } from '../content/navigation.ts';
import { routes } from '../routes.ts';
import styles from './menu.module.css';

/**
 * The toggle and the side panel that it opens: a popover, which the browser
 * opens and closes without any script. A modal dialog would make the page
 * behind inert, and so style all of it anew at each opening and closing. It is
 * that in browsers that lack popovers (Safari before 17, Firefox before 125).
 */
export function Menu() {
  const { key, pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  // Unknown before there is a script: the browser says it of a popover's button.
  const [open, setOpen] = useState<boolean>();

  useEffect(() => {
    // The browser may have opened it before there was any script.
    setOpen(hasPopovers() && !!dialog.current?.matches(':popover-open'));
    // The toggle goes there, and with it the way to close the panel.
    const wide = matchMedia('(min-width: 824px)');
    // Its focus would go back to the toggle.
    const end = () => {
      const hasFocus = dialog.current?.contains(document.activeElement);
      hide(dialog.current);
      if (hasFocus) focusHeading();
    };
    wide.addEventListener('change', end);
    return () => wide.removeEventListener('change', end);
  }, []);

  // Back and forward close it too, before the new page takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it changes
  useLayoutEffect(() => {
    const panel = dialog.current;
    return () => hide(panel);
  }, [key]);

  return (
    <>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-label="Menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        popoverTarget="menu"
        onClick={() => {
          if (hasPopovers()) return;
          dialog.current?.showModal();
          setOpen(true);
        }}
      >
        <Icon d="M3 6h18M3 12h18M3 18h18" />
      </button>
      <dialog
        ref={dialog}
        id="menu"
        popover="auto"
        aria-label="Menu"
        aria-modal="true"
        className={styles.dialog}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClose={() => setOpen(false)}
        onClick={closeByClick}
        onKeyDown={keepFocus}
      >
        <div className={styles.panel}>
          <button
            type="button"
            className={styles.close}
            aria-label="Close menu"
            ref={focusFirst}
            popoverTarget="menu"
            popoverTargetAction="hide"
          >
            <Icon d="M5 5l14 14M19 5 5 19" />
          </button>
          <nav aria-label="Menu">
            <ul className={styles.links}>
              {routes
                .filter(({ menu }) => menu)
                .map(({ path, menu }) => (
                  <li key={path}>
                    <Link
                      to={path}
                      aria-current={path === pathname ? 'page' : undefined}
                    >
                      {menu}
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
          <div className={styles.buttons}>
            <ButtonLink {...audiences.shopper} />
            <ButtonLink {...audiences.brand} quiet />
          </div>
        </div>
      </dialog>
      <button
        ref={keepStill}
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={styles.dim}
        popoverTarget="menu"
        popoverTargetAction="hide"
        // A touch that closes the panel leaves the focus nowhere.
        onClick={() => toggle.current?.focus()}
      />
    </>
  );
}

/**
 * Else the panel has the focus. In the static page browsers would look at it as
 * the page loads, and complain where the visitor is in a field.
 */
function focusFirst(close: HTMLElement | null): void {
  close?.setAttribute('autofocus', '');
}

/** React listens passively, which could not keep the page from scrolling. */
function keepStill(dim: HTMLElement | null): void {
  const prevent = (event: Event) => event.preventDefault();
  dim?.addEventListener('wheel', prevent, { passive: false });
}

function hasPopovers(): boolean {
  return 'popover' in HTMLElement.prototype;
}

function hide(panel: HTMLDialogElement | null): void {
  if (hasPopovers()) panel?.hidePopover();
  else panel?.close();
}

/**
 * The link of the page one is on closes the panel as well; without popovers so
 * do the close button and a touch beside the panel, which the dialog receives.
 */
function closeByClick(event: MouseEvent<HTMLDialogElement>): void {
  const { target, currentTarget } = event;
  const isBeside = target === currentTarget;
  if (isBeside || (target as Element).closest('a, button')) hide(currentTarget);
}

// Not focus-trap: it adds 4 kB, and the browser's popover does the rest of it.
/** Keeps Tab inside the panel, also in Safari, whose own Tab skips links. */
function keepFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  event.preventDefault();
  const found = event.currentTarget.querySelectorAll<HTMLElement>('a, button');
  const stops = [...found];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % stops.length;
  stops.at(next)?.focus();
}
