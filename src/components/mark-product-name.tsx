import type { ReactNode } from 'react';

/** Marks the product name in a text, so that translators do not translate it. */
export function markProductName(text: string): ReactNode {
  return text.split(/\b(pear)\b/i).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their order
      <span key={index} translate="no">
        {part}
      </span>
    ),
  );
}
