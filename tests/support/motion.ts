import type { BrowserContext } from 'playwright';

/**
 * Collects what moves in a context's pages although their visitor prefers reduced motion.
 * Ignores animations that follow the scroll position.
 */
export async function recordMotion(context: BrowserContext): Promise<string[]> {
  const motions: string[] = [];
  await context.exposeFunction('recordMotion', (motion: string) => {
    if (!motions.includes(motion)) motions.push(motion);
  });
  await context.addInitScript(reportMotion);
  return motions;
}

/** Reports each animation, transition and smooth scroll. Runs in the page. */
function reportMotion(): void {
  const { recordMotion } = window as unknown as {
    recordMotion: (motion: string) => void;
  };

  const report = (kind: string, target: unknown) => {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const isElement = target instanceof Element;
    const name = isElement ? target.outerHTML.slice(0, 80) : 'the window';
    recordMotion(`${kind} of ${name}`);
  };

  /** Reports calls of a method that start a motion. */
  const watch = (
    owner: object,
    method: string,
    isMotion: (args: unknown[]) => boolean,
  ) => {
    const original = Reflect.get(owner, method);
    Reflect.set(owner, method, function (this: unknown, ...args: unknown[]) {
      if (isMotion(args)) report(method, this);
      return Reflect.apply(original, this, args);
    });
  };

  const isSmooth = (args: unknown[]) =>
    args.some((options) => Object(options).behavior === 'smooth');
  for (const method of ['scroll', 'scrollTo', 'scrollBy']) {
    watch(window, method, isSmooth);
    watch(Element.prototype, method, isSmooth);
  }
  watch(Element.prototype, 'scrollIntoView', isSmooth);
  watch(Element.prototype, 'animate', () => true);
  watch(Document.prototype, 'startViewTransition', () => true);

  document.addEventListener('transitionrun', ({ target, propertyName }) =>
    report(`transition of ${propertyName}`, target),
  );
  document.addEventListener('animationstart', ({ target, animationName }) => {
    const isTimed = document
      .getAnimations()
      .some(
        (animation) =>
          animation instanceof CSSAnimation &&
          animation.animationName === animationName &&
          animation.timeline === document.timeline,
      );
    if (isTimed) report(`animation ${animationName}`, target);
  });
}
