const told = new WeakSet<HTMLElement>();

/** The element that cuts the text that is pointed at: a part of a line is cut by what holds the line. */
const blockOf = (target: HTMLElement): HTMLElement => {
  let at = target;
  while (at.parentElement && getComputedStyle(at).display === 'inline') at = at.parentElement;
  return at;
};

/** Tells whoever points at a text that ends in an ellipsis the whole of it, where nothing else does, as long as they do. */
export const tellCut = ({ target, type }: Event): void => {
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
