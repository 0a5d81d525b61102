/**
 * Replaces each text node by a `<font>` element as soon as it appears, as the
 * translation of a browser does. Runs in the page before its scripts.
 */
export function translatePage(): void {
  const wrapTexts = (node: Node) => {
    const textWalker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const textNodes = node instanceof Text ? [node] : [];

    while (textWalker.nextNode())
      textNodes.push(textWalker.currentNode as Text);

    for (const textNode of textNodes) {
      const untranslatedSelector = 'script, style, title, textarea, font';
      const ancestor = textNode.parentElement?.closest(untranslatedSelector);
      if (ancestor || !textNode.data.trim()) continue;

      const outerFont = document.createElement('font');
      const innerFont = outerFont.appendChild(document.createElement('font'));
      innerFont.textContent = textNode.data;
      textNode.replaceWith(outerFont);
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
