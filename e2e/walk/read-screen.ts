/** What a screen shows, as far as the walk judges it. */
export interface Screen {
  /** Texts of the page itself: not code, not what people or tools wrote. */
  texts: string[];
  /** Texts that are cut off and told nowhere, each with its place. */
  cut: string[];
  /** What is wider than the screen and cannot be scrolled to. */
  wide: string[];
}

/** Reads the screen; runs in the page, and so uses nothing from outside of itself. */
export const readScreen = (): Screen => {
  const data =
    '.monaco-editor, code, pre, .mono, textarea, option, header.top .seg, [data-testid=library] li';
  const screen: Screen = { texts: [], cut: [], wide: [] };
  const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const placeOf = (element: Element): string => {
    const steps: string[] = [];
    for (let at: Element | null = element; at && steps.length < 4; at = at.parentElement) {
      const names = [...at.classList].filter((name) => !name.startsWith('svelte-')).slice(0, 2);
      const testId = at.getAttribute('data-testid');
      steps.unshift(
        at.localName + names.map((name) => `.${name}`).join('') + (testId ? `[${testId}]` : ''),
      );
      if (testId) break;
    }
    return steps.join(' > ');
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.sr, .skip, [aria-hidden=true], .monaco-editor, svg') === null;
  /** Of the page itself. A single word is read only where a button, a tab or a head has it: tools have names like words. */
  const isWords = (element: Element): boolean =>
    element.closest(data) === null &&
    (/[ ，]/.test(squeezed(element.textContent ?? '')) ||
      /\p{Script=Han}/u.test(element.textContent ?? '') ||
      element.closest('.btn, [role=tab], [role=radio], .label, .foot') !== null);
  const isTold = (element: Element, text: string): boolean => {
    // What is cut off is told to whoever points at it.
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    for (let at: Element | null = element; at; at = at.parentElement) {
      const said = `${at.getAttribute('title') ?? ''} ${at.getAttribute('aria-label') ?? ''}`;
      if (squeezed(said).includes(text)) {
        element.dispatchEvent(new PointerEvent('pointerout', { bubbles: true }));
        return true;
      }
    }
    return false;
  };
  /** How far a text can be seen: its scrolling ancestor shows all of it in time. */
  const clipOf = (element: Element, axis: 'X' | 'Y'): [from: number, to: number] | undefined => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const flow = style[`overflow${axis}`];
      if (flow === 'auto' || flow === 'scroll') return undefined;
      const { left, right, top, bottom } = at.getBoundingClientRect();
      if (flow === 'hidden' || flow === 'clip') return axis === 'X' ? [left, right] : [top, bottom];
      if (style.position === 'fixed') break;
    }
    return axis === 'X' ? [0, innerWidth] : [0, innerHeight];
  };
  const isCut = (node: Node, element: Element): 'cut' | 'wide' | undefined => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom, width, height } = range.getBoundingClientRect();
    if (width === 0 || height === 0) return undefined;
    const across = clipOf(element, 'X');
    if (across && right > across[1] + 1.5 && left < across[1]) {
      return across[1] === innerWidth && across[0] === 0 ? 'wide' : 'cut';
    }
    const down = clipOf(element, 'Y');
    // Half of a line is enough to miss it; what is folded away whole is not cut.
    if (down && bottom > down[1] + height * 0.3 && top < down[1] - 1) return 'cut';
    return undefined;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = squeezed(node.textContent ?? '');
    if (!element || text === '' || !isShown(element) || element.clientWidth === 1) continue;
    // Lines are read one by one: a sentence does not go on from one to the next.
    const lines = (node.textContent ?? '').split('\n').map(squeezed);
    if (isWords(element))
      screen.texts.push(...lines.flatMap((line) => [line, ...line.split(' · ')]));
    const found = isCut(node, element);
    if (found && !isTold(element, text))
      screen[found].push(`${placeOf(element)}: ${text.slice(0, 60)}`);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (!element.checkVisibility() || element.closest('.monaco-editor')) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) {
      const text = squeezed(element.getAttribute(name) ?? '');
      if (/[ ，]|\p{Script=Han}/u.test(text) && !element.closest(data)) screen.texts.push(text);
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) screen.wide.push(`the page: ${page.scrollWidth}px`);
  return screen;
};
