interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const gap = 4;
const margin = 8;

/** Where a menu of this size goes beside its button: below it, above where there is no room, inside the window. */
export const menuPlace = (
  button: Box,
  menu: { width: number; height: number },
  window: { width: number; height: number },
  align: 'start' | 'end',
): { left: number; top: number } => {
  const wanted = align === 'start' ? button.left : button.right - menu.width;
  const below = button.bottom + gap;
  const above = button.top - gap - menu.height;
  const fits = below + menu.height <= window.height - margin;
  return {
    left: Math.max(margin, Math.min(wanted, window.width - menu.width - margin)),
    top: fits || above < margin ? Math.min(below, window.height - margin) : above,
  };
};
