const told = new WeakSet<HTMLElement>();

/** Tells whoever points at a text that ends in an ellipsis the whole of it, where nothing else does, as long as they do. */
export const tellCut = ({ target, type }: Event): void => {
  if (!(target instanceof HTMLElement)) return;
  const isOwn = told.has(target);
  if (!isOwn && target.closest('[title]')) return;
  const isCut =
    type === 'pointerover' &&
    target.scrollWidth > target.clientWidth &&
    getComputedStyle(target).textOverflow === 'ellipsis';
  if (isCut) {
    target.title = target.textContent.replaceAll(/\s+/g, ' ').trim();
    told.add(target);
  } else if (isOwn) target.removeAttribute('title');
};
