import type { ComponentProps } from 'react';
import { Icon } from '../components/icon.tsx';
import styles from './notices.module.css';

/** A button with a cross, whose `aria-label` says which notice it closes. */
export function CloseButton(props: ComponentProps<'button'>) {
  return (
    <button type="button" {...props} className={styles.close}>
      <Icon d="M6 6l12 12M18 6L6 18" size={20} />
    </button>
  );
}
