const told = new WeakSet<HTMLElement>();

/** Tells whoever points at a text that ends in an ellipsis the whole of it, where nothing else does. */
export const tellCut = ({ target }: Event): void => {
  if (!(target instanceof HTMLElement)) return;
  const isOwn = told.has(target);
  if (!isOwn && target.closest('[title]')) return;
  const isCut =
    target.scrollWidth > target.clientWidth && getComputedStyle(target).textOverflow === 'ellipsis';
  if (isCut) {
    target.title = target.textContent.replaceAll(/\s+/g, ' ').trim();
    told.add(target);
  } else if (isOwn) target.removeAttribute('title');
};
