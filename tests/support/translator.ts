/**
 * Does to a page what a browser's translation does, but for the words: each
 * text node gives way to a `<font>`, as soon as it is there. Runs in the page,
 * before its scripts.
 */
export function translatePage(): void {
  const wrap = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    if (node instanceof Text) found.push(node);
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const isNone = text.parentElement?.closest(
        'script, style, title, textarea, font',
      );
      if (isNone || !text.data.trim()) continue;
      const font = document.createElement('font');
      const inner = font.appendChild(document.createElement('font'));
      inner.textContent = text.data;
      text.replaceWith(font);
    }
  };
  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) wrap(node);
      if (target instanceof Text) wrap(target);
    }
  }).observe(document, options);
}

/** What password managers and the like put in, beside fields and around labels. */
export function extendPage(): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('form [name]')) {
      field.after(document.createElement('div'));
    }
    for (const label of document.querySelectorAll('label')) {
      const wrapper = document.createElement('span');
      label.replaceWith(wrapper);
      wrapper.append(label);
    }
  });
}

/** A function of this page, to be put before the page's own scripts. */
export function asScript(inPage: () => void): string {
  return `(${inPage})()`;
}
