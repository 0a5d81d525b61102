import type { ReactNode } from 'react';

/** Marks the product's name in a text, so that translators leave it as it is. */
export function markName(text: string): ReactNode {
  return text.split(/\b(pear)\b/i).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
      <span key={index} translate="no">
        {part}
      </span>
    ),
  );
}
