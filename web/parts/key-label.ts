const onMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

const macSigns: Record<string, string> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '⏎',
  Escape: 'esc',
};
const otherSigns: Record<string, string> = {
  Mod: 'Ctrl',
  Enter: '⏎',
  Escape: 'Esc',
};

/** How a key such as `Mod+Enter` is written on its keyboard: `⌘⏎` or `Ctrl ⏎`. */
export const keyLabel = (keys: string, mac = onMac): string =>
  keys
    .split('+')
    .map((key) => (mac ? macSigns : otherSigns)[key] ?? key)
    .join(mac ? '' : ' ');
