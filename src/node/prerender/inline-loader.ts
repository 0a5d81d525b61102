import { minify } from 'terser';
import { chunkFailure as words } from '../../content/notices.ts';

/**
 * The script in a static page's own text that brings its code: after the first
 * paint, so that it takes nothing from it. Takes the entry's address and those
 * of all that the entry and the page need, each after what it imports.
 */
export async function starterOf(
  entry: string,
  files: readonly string[],
): Promise<string> {
  const { code } = await minify(sourceOf(entry, files), {
    ecma: 2020,
    toplevel: true,
  });
  if (!code) throw new Error('The starter is empty');
  return code;
}

/**
 * A tab in the background paints nothing and starts at `load`. What is typed
 * until then becomes the form's draft (see forms/draft.ts). Where the entry
 * can't be loaded it is tried again; not all browsers ask the server a second
 * time, so there is a reload too, which brings the draft back.
 */
function sourceOf(entry: string, files: readonly string[]): string {
  return `{
    const entry = ${JSON.stringify(entry)};
    const files = ${JSON.stringify(files)};
    const imports = files.slice(0, files.indexOf(entry));
    let started = false;
    const start = () => {
      if (started) return;
      started = true;
      for (const file of files) {
        add(document.head, 'link', { rel: 'modulepreload', href: file });
      }
      load();
    };
    // Libraries run in a task of their own: touches are heard in between.
    const bring = async () => {
      await Promise.all(imports.map((file) => import(file)));
      await new Promise((resolve) => setTimeout(resolve));
      return import(entry);
    };
    const load = () =>
      Promise.race([bring(), tooLate()]).then(
        () => place?.remove(),
        explain,
      );
    const tooLate = () =>
      new Promise((_, give) => setTimeout(give, 120000, 'timeout'));
    const explain = async (why) => {
      if (why === 'timeout') return tell(why, entry);
      for (const file of [...imports, entry]) {
        const { ok } = await fetch(file, { cache: 'no-store' }).catch(() => ({
          ok: true,
        }));
        if (!ok) return tell('missing', file);
      }
      tell('network', entry);
    };
    let place;
    const tell = (kind, file) => {
      if (navigator.onLine) setTimeout(load, 5000);
      else addEventListener('online', load, { once: true });
      if (place) return;
      place = add(document.body, 'p', { className: 'not-loaded' });
      place.setAttribute('role', 'alert');
      place.append(${JSON.stringify(`${words.title}: `)}, kind, ', ', file, ' ');
      add(place, 'a', { href: '', textContent: ${JSON.stringify(words.reload)} });
    };
    document.oninput = ({ target: { form } }) => {
      const edits = history.state?.usr?.edit;
      const name = form.getAttribute('name');
      const key = 'pear-draft-' + name + (edits ? '-' + edits : '');
      const typed = JSON.stringify(Object.fromEntries(new FormData(form)));
      // Storage may be full or forbidden, as in draft.ts.
      try {
        sessionStorage.setItem(key, typed);
      } catch {}
    };
    const add = (place, name, properties) =>
      place.appendChild(
        Object.assign(document.createElement(name), properties),
      );
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    onload = () =>
      document.hidden
        ? start()
        : requestAnimationFrame(() => setTimeout(start));
  }`;
}
