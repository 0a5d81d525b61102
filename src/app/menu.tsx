import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { focusHeading } from '../components/focus-heading.ts';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { routes } from '../routes.ts';
import { AudienceButtons } from './audience-buttons.tsx';
import styles from './menu.module.css';

/**
 * The menu button and its side panel. The panel is a popover, which works before
 * scripts run. In browsers without popovers (Safari before 17, Firefox before
 * 125) the panel is a modal dialog, which is slower to open on a long page.
 */
export function Menu() {
  const { key, pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  // Undefined in the static page, where the browser itself sets the expanded state.
  const [isOpen, setIsOpen] = useState<boolean>();

  useEffect(() => {
    // The visitor may have opened the popover before scripts ran.
    setIsOpen(canUsePopovers() && !!dialog.current?.matches(':popover-open'));
    // From this width on, the style sheet hides the menu button.
    const wideQuery = matchMedia('(min-width: 824px)');
    const closeOnResize = () => {
      const hasFocus = dialog.current?.contains(document.activeElement);
      hideDialog(dialog.current);
      // The browser would return the focus to the hidden menu button.
      if (hasFocus) focusHeading();
    };
    wideQuery.addEventListener('change', closeOnResize);
    return () => wideQuery.removeEventListener('change', closeOnResize);
  }, []);

  // Back and Forward close the panel too, before the new page takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `key` changes
  useLayoutEffect(() => {
    const { current } = dialog;
    return () => hideDialog(current);
  }, [key]);

  return (
    <>
      <button
        ref={toggleButton}
        type="button"
        className={styles.toggle}
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        popoverTarget="menu"
        onClick={() => {
          if (canUsePopovers()) return;
          dialog.current?.showModal();
          setIsOpen(true);
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
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        onClose={() => setIsOpen(false)}
        onClick={closeOnClick}
        onKeyDown={trapTab}
      >
        <div className={styles.panel}>
          <button
            type="button"
            className={styles.close}
            aria-label="Close menu"
            ref={setAutofocus}
            popoverTarget="menu"
            popoverTargetAction="hide"
          >
            <Icon d="M5 5l14 14M19 5 5 19" />
          </button>
          <nav aria-label="Menu">
            <ul className={styles.links}>
              {routes
                .filter(({ menuText }) => menuText)
                .map(({ path, menuText }) => (
                  <li key={path}>
                    <Link
                      to={path}
                      aria-current={path === pathname ? 'page' : undefined}
                    >
                      {menuText}
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
          <div className={styles.buttons}>
            <AudienceButtons />
          </div>
        </div>
      </dialog>
      <button
        ref={preventScroll}
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={styles.backdrop}
        popoverTarget="menu"
        popoverTargetAction="hide"
        // A click on the backdrop would leave the document without focus.
        onClick={() => toggleButton.current?.focus()}
      />
    </>
  );
}

/**
 * Sets `autofocus` by script. If it were in the static page, browsers would
 * report an error when the visitor focuses a field while the page loads.
 */
function setAutofocus(closeButton: HTMLElement | null): void {
  closeButton?.setAttribute('autofocus', '');
}

/** React's wheel listeners are passive, so they cannot prevent scrolling. */
function preventScroll(backdrop: HTMLElement | null): void {
  const preventDefault = (event: Event) => event.preventDefault();
  backdrop?.addEventListener('wheel', preventDefault, { passive: false });
}

function canUsePopovers(): boolean {
  return 'popover' in HTMLElement.prototype;
}

function hideDialog(dialog: HTMLDialogElement | null): void {
  if (canUsePopovers()) dialog?.hidePopover();
  else dialog?.close();
}

/** Closes the panel at a click on a link, a button or the modal dialog's backdrop. */
function closeOnClick(event: MouseEvent<HTMLDialogElement>): void {
  const { target, currentTarget } = event;
  const isBackdrop = target === currentTarget;
  if (isBackdrop || (target as Element).closest('a, button'))
    hideDialog(currentTarget);
}

/**
 * Keeps Tab inside the panel, and includes links, which Tab skips in Safari. The package
 * focus-trap would add 4 kB, and popovers do the rest of its work.
 */
function trapTab(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  event.preventDefault();

  const tabStops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('a, button'),
  ];
  const index = tabStops.indexOf(document.activeElement as HTMLElement);
  const nextIndex = event.shiftKey ? Math.max(index, 0) - 1 : index + 1;
  tabStops.at(nextIndex % tabStops.length)?.focus();
}
