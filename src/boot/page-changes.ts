/**
 * Defines `document.undoPageChanges`, which undoes what translators and extensions
 * have changed in the static page, so that React can hydrate it. Translators then
 * change the hydrated page again. Must be called before the body is parsed.
 */
export function recordPageChanges(): void {
  const changes: MutationRecord[] = [];
  let isParsed = false;
  const recordChanges = (records: readonly MutationRecord[]) =>
    changes.push(...records.filter((each) => isParsed || !isFromParser(each)));

  const observer = new MutationObserver(recordChanges);
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterDataOldValue: true,
  });

  document.addEventListener('readystatechange', () => {
    recordChanges(observer.takeRecords());
    isParsed = true;
  });

  document.undoPageChanges = () => {
    recordChanges(observer.takeRecords());
    observer.disconnect();

    const root = document.getElementById('root');
    const rootChanges = changes.filter(({ target }) => root?.contains(target));
    for (const change of rootChanges.reverse()) undo(change);

    // Joins text nodes that the HTML parser has split, but that React renders as one.
    root?.normalize();
    return rootChanges.length > 0;
  };
}

/** Whether the parser may have made the change: it extends texts and appends nodes. */
function isFromParser({ type, removedNodes, nextSibling }: MutationRecord) {
  return type === 'characterData' || !(removedNodes.length || nextSibling);
}

function undo(change: MutationRecord): void {
  const { target, addedNodes, removedNodes, previousSibling: sibling } = change;
  if (change.type === 'characterData') target.nodeValue = change.oldValue;

  for (const node of addedNodes) node.parentNode?.removeChild(node);
  const nextNode = sibling ? sibling.nextSibling : target.firstChild;
  for (const node of removedNodes) target.insertBefore(node, nextNode);
}
