/**
 * What translators and extensions change in the static page before the app
 * takes it over is undone, so that React finds the page as it was, and they
 * change it anew. The inline script and the app meet in the document.
 */
declare global {
  interface Document {
    undoPageChanges?: () => boolean;
  }
}

/** To be called before the body is parsed. */
export function recordPageChanges(): void {
  const changes: MutationRecord[] = [];
  let isParsed = false;
  const note = (records: readonly MutationRecord[]) =>
    changes.push(...records.filter((found) => isParsed || !isParsers(found)));
  const observer = new MutationObserver(note);
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterDataOldValue: true,
  });
  document.addEventListener('readystatechange', () => {
    note(observer.takeRecords());
    isParsed = true;
  });
  document.undoPageChanges = () => {
    note(observer.takeRecords());
    observer.disconnect();
    const root = document.getElementById('root');
    const within = changes.filter(({ target }) => root?.contains(target));
    for (const change of within.reverse()) undo(change);
    // Text may have come in pieces, and been translated piece by piece.
    root?.normalize();
    return within.length > 0;
  };
}

/** The parser removes nothing, and adds at the end. */
function isParsers({ type, removedNodes, nextSibling }: MutationRecord) {
  return type === 'characterData' || !(removedNodes.length || nextSibling);
}

function undo(change: MutationRecord): void {
  const { target, addedNodes, removedNodes, previousSibling: before } = change;
  if (change.type === 'characterData') target.nodeValue = change.oldValue;
  for (const node of addedNodes) node.parentNode?.removeChild(node);
  const after = before ? before.nextSibling : target.firstChild;
  for (const node of removedNodes) target.insertBefore(node, after);
}
