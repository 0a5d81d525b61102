/**
 * Replaces each text node by a `<font>` element as soon as it appears, as the
 * translation of a browser does. Runs in the page before its scripts.
 */
export function translatePage(): void {
  const wrapTexts = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = node instanceof Text ? [node] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const untranslatedSelector = 'script, style, title, textarea, font';
      const isSkipped = text.parentElement?.closest(untranslatedSelector);
      if (isSkipped || !text.data.trim()) continue;
      const font = document.createElement('font');
      const inner = font.appendChild(document.createElement('font'));
      inner.textContent = text.data;
      text.replaceWith(font);
    }
  };
  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) wrapTexts(node);
      if (target instanceof Text) wrapTexts(target);
    }
  }).observe(document, options);
}

/** Adds elements beside fields and around labels, as browser extensions do. */
export function simulateExtension(): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('form [name]'))
      field.after(document.createElement('div'));
    for (const label of document.querySelectorAll('label')) {
      const wrapper = document.createElement('span');
      label.replaceWith(wrapper);
      wrapper.append(label);
    }
  });
}
