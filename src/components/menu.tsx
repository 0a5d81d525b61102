import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router-dom';
import { audiences } from '../content/navigation.ts';
import { routes } from '../routes.ts';
import { ButtonLink } from './button.tsx';
import { LineIcon } from './line-icon.tsx';
import styles from './menu.module.css';

// React passes these on, its types do not know them yet.
const opensMenu = { command: 'show-modal', commandfor: 'menu' };
const closesMenu = { command: 'close', commandfor: 'menu' };

/** The toggle and the side panel that it opens. */
export function Menu({ pathname }: { pathname: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const panel = dialog.current;
    if (!panel) return;
    const follow = () => setOpen(panel.open);
    // The browser may have opened it before there was any script.
    follow();
    // React does not hear this event of a dialog that it has hydrated.
    panel.addEventListener('toggle', follow);
    return () => panel.removeEventListener('toggle', follow);
  }, []);

  // Back and forward close it too, before the new page takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it changes
  useLayoutEffect(() => {
    const panel = dialog.current;
    return () => panel?.close();
  }, [pathname]);

  function show() {
    dialog.current?.showModal();
    setOpen(true);
  }

  function close() {
    dialog.current?.close();
  }

  function closed() {
    setOpen(false);
    // Safari gives the focus back after some ways out and not after others.
    if (document.activeElement === document.body) toggle.current?.focus();
  }

  return (
    <>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-label="Menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => commands() || show()}
        {...opensMenu}
      >
        <LineIcon d="M3 6h18M3 12h18M3 18h18" />
      </button>
      <dialog
        ref={dialog}
        id="menu"
        aria-label="Menu"
        className={styles.dialog}
        closedby="any"
        onClick={(event) => leads(event) && close()}
        onKeyDown={keepFocus}
        onClose={closed}
      >
        <div className={styles.panel}>
          <button
            type="button"
            className={styles.close}
            aria-label="Close menu"
            // biome-ignore lint/a11y/noAutofocus: else the panel has it
            autoFocus
            onClick={() => commands() || close()}
            {...closesMenu}
          >
            <LineIcon d="M5 5l14 14M19 5 5 19" />
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
            {Object.values(audiences).map(({ to, label }, index) => (
              <ButtonLink key={to} to={to} quiet={index === 0}>
                {label}
              </ButtonLink>
            ))}
          </div>
        </div>
      </dialog>
    </>
  );
}

/** Whether the browser follows `command` by itself; then we must not. */
function commands(): boolean {
  return 'command' in HTMLButtonElement.prototype;
}

/** A click on the backdrop is the dialog's own; its inside is the panel's. */
function leads({ target, currentTarget }: MouseEvent): boolean {
  return target === currentTarget || (target as Element).closest('a') !== null;
}

/** A modal dialog lets Tab out to the browser's bar; ours goes round. */
function keepFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const stops = event.currentTarget.querySelectorAll<HTMLElement>('a, button');
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const edge = event.shiftKey ? first : last;
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
