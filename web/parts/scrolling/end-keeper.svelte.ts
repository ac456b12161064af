/** Pixels from the end within which the person who scrolls down is back there. */
const NEAR = 48;

/**
 * Keeps the end of what scrolls in sight: until the person scrolls up, be it by one key, and again once they
 * are back. What only the layout moves (a narrower pane, a text that grows) is not taken for the person's.
 */
export class EndKeeper {
  /** Whether the end is kept in sight. */
  follows = $state(true);
  #box: HTMLElement | undefined;
  /** How far the box scrolled and could, in pixels, when its sizes were last told. */
  #top = 0;
  #range = 0;
  readonly #whole: (box: HTMLElement) => Element | null;
  /** The whole whose beginning is in sight, and the one that the person has since scrolled in: it is theirs. */
  #held: Element | null = null;
  #left: Element | null = null;

  /** `whole` finds what is read from its beginning: if it is longer than the box, that is in sight, not the end. */
  constructor(whole: (box: HTMLElement) => Element | null = () => null) {
    this.#whole = whole;
  }

  /** An attachment of the box that scrolls. What it holds is its first element, which stays. */
  readonly watch = (box: HTMLElement): (() => void) => {
    this.#box = box;
    const sizes = new ResizeObserver(() => this.grown());
    sizes.observe(box);
    if (box.firstElementChild) sizes.observe(box.firstElementChild);
    const scrolled = (): void => this.#scrolled();
    // A wheel is heard before a smooth scroll begins, which what grows meanwhile would end.
    const turned = (event: WheelEvent): void => {
      if (isUp(event) && box.scrollTop > 0 && !isTakenWithin(box, event)) this.follows = false;
    };
    box.addEventListener('scroll', scrolled, { passive: true });
    box.addEventListener('wheel', turned, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', scrolled);
      box.removeEventListener('wheel', turned);
    };
  };

  toEnd(): void {
    this.follows = true;
    if (!this.#box) return;
    this.#range = rangeOf(this.#box);
    this.#box.scrollTop = this.#range;
    const whole = this.#whole(this.#box);
    const above = whole ? topOf(this.#box) - topOf(whole) : 0;
    if (above > 0) this.#box.scrollTop -= above;
    this.#held = above > 0 ? whole : null;
    this.#left = null;
    this.#top = this.#box.scrollTop;
  }

  /** To be told where what the box holds is no single element, whose size would tell. */
  grown(): void {
    if (!this.#box) return;
    this.#range = rangeOf(this.#box);
    const isLeft = this.#left !== null && this.#left === this.#whole(this.#box);
    if (this.follows && !isLeft) this.toEnd();
  }

  #scrolled(): void {
    if (!this.#box) return;
    const [before, range] = [this.#top, this.#range];
    this.#top = this.#box.scrollTop;
    this.#range = rangeOf(this.#box);
    // What scrolls together with another range is the layout's work: it is told before the sizes are.
    if (this.#range !== range) return;
    if (this.#top !== before) this.#left = this.#held;
    if (this.#range - this.#top < 1) this.follows = true;
    else if (this.#top < before) this.follows = false;
    else if (this.#range - this.#top < NEAR) this.follows = true;
  }
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;
const rangeOf = (box: HTMLElement): number => box.scrollHeight - box.clientHeight;

/** With Ctrl it zooms, and sideways it is no way up. */
const isUp = ({ deltaX, deltaY, ctrlKey }: WheelEvent): boolean =>
  deltaY < 0 && !ctrlKey && Math.abs(deltaY) > Math.abs(deltaX);

/** Whether something in the box scrolls up by a turn of the wheel, and the box does not. */
function isTakenWithin(box: HTMLElement, event: WheelEvent): boolean {
  if (event.defaultPrevented) return true;
  const path = event.composedPath();
  return path
    .slice(0, path.indexOf(box))
    .some((part) => part instanceof Element && part.scrollTop > 0);
}
