/** The length of the fade, in pixels. */
const FADE = 32;

/** An attachment of what scrolls sideways: it fades at the sides where it goes on, and at no other. */
export function fadeEdges(element: HTMLElement): () => void {
  const set = (name: string, hidden: number): void => {
    // Less than a pixel is what rounding leaves.
    if (hidden >= 1) element.style.setProperty(name, `${Math.min(FADE, hidden)}px`);
    else element.style.removeProperty(name);
  };
  const show = (): void => {
    const { scrollLeft, scrollWidth, clientWidth } = element;
    set('--strip-before', scrollLeft);
    set('--strip-after', scrollWidth - clientWidth - scrollLeft);
  };
  const sizes = new ResizeObserver(show);
  const texts = new MutationObserver(show);
  sizes.observe(element);
  texts.observe(element, { childList: true, characterData: true, subtree: true });
  element.addEventListener('scroll', show, { passive: true });
  return () => {
    sizes.disconnect();
    texts.disconnect();
    element.removeEventListener('scroll', show);
  };
}
