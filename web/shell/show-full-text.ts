const told = new WeakSet<HTMLElement>();

/** The element that truncates the text under the pointer: for an inline element, the block around it. */
const blockOf = (target: HTMLElement): HTMLElement => {
  let at = target;
  while (at.parentElement && getComputedStyle(at).display === 'inline') at = at.parentElement;
  return at;
};

/** Shows the full text in a tooltip while the pointer is on truncated text without a title of its own. */
export const showFullText = ({ target, type }: Event): void => {
  if (!(target instanceof HTMLElement)) return;
  const block = blockOf(target);
  const isOwn = told.has(block);
  if (!isOwn && target.closest('[title]')) return;
  const isCut =
    type === 'pointerover' &&
    block.scrollWidth > block.clientWidth &&
    getComputedStyle(block).textOverflow === 'ellipsis';
  if (isCut) {
    block.title = block.textContent.replaceAll(/\s+/g, ' ').trim();
    told.add(block);
  } else if (isOwn) block.removeAttribute('title');
};
